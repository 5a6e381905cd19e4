# SPDX-License-Identifier: GPL-3.0-or-later
"""What an action says about its clips and events. Knows nothing of Blender but the members of an action."""

from math import inf, isfinite

END_MARKERS = ("-", "end")
EVENT_PREFIX = "!"

# Seconds; times in files are rounded.
TOLERANCE = 1e-5


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def is_time(value):
    return is_number(value) and value >= 0


def is_count(value):
    return is_number(value) and value == int(value) and value >= -1


def is_flag(value):
    return value in (0, 1)


def is_name(value):
    return isinstance(value, str)


# The custom properties of an action that its clips are made with: a test, and the rule in words.
RULES = {
    "start": (is_time, "must be seconds >= 0"),
    "end": (is_time, "must be seconds >= 0"),
    "offset": (is_time, "must be seconds >= 0"),
    "speed": (is_number, "must be a number"),
    "repetitions": (is_count, "must be a whole number >= 0, or -1 for endless"),
    "reverse": (is_flag, "must be true or false"),
    "loop": (is_flag, "must be true or false"),
    "clip": (is_name, "must be a name"),  # of the clip of a whole action
}


class Times:
    """How the exporter turns frames of an action into seconds, and the frames that it exports."""

    def __init__(self, fps, slide=0, low=-inf, high=inf):
        self.fps, self.slide, self.low, self.high = fps, slide, low, high

    def seconds(self, frame):
        return (frame - self.slide) / self.fps

    def frame(self, seconds):
        return seconds * self.fps + self.slide

    @property
    def bounds(self):
        return max(0, self.seconds(self.low)), self.seconds(self.high)


class Clip:
    """A range of an action in seconds, and what the names of its custom properties begin with, such as "walk."."""

    def __init__(self, name, start, end, prefix=""):
        self.name, self.start, self.end, self.prefix = name, start, end, prefix

    def stated(self, action, member):
        """The value of a custom property for this clip, else for the whole action, else None."""
        return action.get(self.prefix + member, action.get(member))


def is_event(marker):
    return marker.name.startswith(EVENT_PREFIX)


def sorted_markers(action):
    return sorted(action.pose_markers, key=lambda marker: marker.frame)


def says_how_it_plays(action):
    """Whether an action has anything that makes clips."""
    return bool(
        action.use_frame_range
        or action.use_cyclic
        or any(action.get(member) is not None for member in RULES)
        or any(not is_event(marker) for marker in action.pose_markers)
    )


def marked_clips(action, times):
    """The clips that begin at the pose markers of an action."""
    markers = [marker for marker in sorted_markers(action) if not is_event(marker)]
    clips = []
    for marker in markers:
        if marker.name not in END_MARKERS:
            later = [other.frame for other in markers if other.frame > marker.frame]
            end = later[0] if later else max(action.frame_range[1], marker.frame)
            clips.append(Clip(marker.name, times.seconds(marker.frame), times.seconds(end), marker.name + "."))
    return clips


def whole_clip(name, action, times):
    """The clip of a whole action. Its name is that of the animation unless a custom property states another."""
    start, end = action.frame_range
    return Clip(str(action.get("clip", name)), times.seconds(start), times.seconds(end))


def clip_json(action, clip, times, warn):
    """
    The JSON of a clip without its animations (KHR_animation_clip, Properties). None, with a warning, if the exported
    frames have nothing of the clip.
    """
    stated = stated_settings(action, clip, warn)
    start, end = stated.get("start", clip.start), stated.get("end", clip.end)
    first, last = max(start, times.bounds[0]), min(end, times.bounds[1])
    if start > end or first > last or (first == last and start < end):
        rule = "must not end before it starts" if start > end else "is left out: none of its frames are exported"
        warn(f'clip "{clip.name}" {rule} (got {start:g} s to {end:g} s)')
        return None
    speed = stated.get("speed", 1)
    implied = end - start if speed < 0 else 0  # backwards, a clip begins at its end
    wanted = start + stated.get("offset", implied) - first
    offset = min(max(0, wanted), last - first)
    if "offset" in stated and abs(wanted - offset) > TOLERANCE:
        rule = f"must be within the exported clip, {first - start:g} s to {last - start:g} s; it is clamped"
        warn(f'custom property "offset" for clip "{clip.name}" {rule} (got {stated["offset"]:g} s)')
    loops = stated.get("loop", action.use_cyclic)
    return {
        "name": clip.name,
        "start": first,
        "end": last,
        **({"offset": offset} if offset > 0 else {}),
        **({"speed": speed} if speed != 1 else {}),
        "repetitions": int(stated.get("repetitions", -1 if loops else 1)),
        **({"reverse": True} if stated.get("reverse") else {}),
    }


def stated_settings(action, clip, warn):
    """The valid custom properties of an action for a clip. Others are left out, with a warning."""
    settings = {}
    for member, (is_valid, rule) in RULES.items():
        value = clip.stated(action, member)
        if value is not None and is_valid(value):
            settings[member] = value
        elif value is not None:
            warn(f'custom property "{member}" for clip "{clip.name}" {rule} (got {value!r:.80})')
    return settings


def events_json(action, times, warn):
    """The JSON of the events of an action (KHR_animation_events), without those at frames that are not exported."""
    events = []
    for marker in filter(is_event, sorted_markers(action)):
        event = {"time": times.seconds(marker.frame), "name": marker.name[len(EVENT_PREFIX) :]}
        if times.bounds[0] <= event["time"] <= times.bounds[1]:
            events.append(event)
        else:
            warn(f'event "{event["name"]}" is left out: frame {marker.frame} is not exported')
    return events
