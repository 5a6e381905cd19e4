# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pose markers, ranges and custom properties of the clips and events that Blender's importer finds in a file."""

from math import inf

import bpy

from .clips import END_MARKERS, EVENT_PREFIX, RULES, TOLERANCE, Times, is_name, is_time
from .exporting import CLIPS, EVENTS
from .host import frames_per_second
from .reports import attempt, contained, report

# The draft's settings, with their defaults.
DEFAULTS = {"start": 0, "offset": 0, "speed": 1, "repetitions": -1, "reverse": False}

# Blender cuts longer names of markers.
LONGEST_NAME = 63

# Invalid items of a list, or warnings of an action, that are reported one by one; each report is a timer of Blender.
MOST_REPORTS = 10


class glTF2ImportUserExtension:
    """Blender's importer makes one for each import, and calls its hooks."""

    def __init__(self):
        from io_scene_gltf2.io.com.gltf2_io_extensions import Extension

        self.extensions = [Extension(name=name, extension={}, required=True) for name in (CLIPS, EVENTS)]
        self.before = set()
        self.actions = {}  # by the index of the animation: the name of its NLA tracks, and its actions

    @contained
    def gather_import_animation_before_hook(self, *_arguments):
        self.before = set(bpy.data.actions)

    @contained
    def gather_import_animation_after_hook(self, index, track_name, *_arguments):
        self.actions[index] = track_name, [action for action in bpy.data.actions if action not in self.before]

    @contained
    def gather_import_scene_after_animation_hook(self, *arguments):
        gltf = arguments[-1]
        clips = valid_items("clip", gltf.data.extensions, CLIPS, "clips", is_clip)
        times = Times(frames_per_second())
        for index, animation in enumerate(gltf.data.animations or []):
            own = [clip for clip in clips if index in clip["animations"]]
            events = valid_items("event", animation.extensions, EVENTS, "events", is_event)
            track_name, actions = self.actions.get(index, ("", []))
            for action in actions:
                if len(own) == 1 and own[0].get("name", animation.name) == animation.name != track_name:
                    action["clip"] = animation.name  # tracks have unique names, animations have not
                attempt(f'action "{action.name}"', restore, action, animation.name, own, events, times)


def is_clip(clip):
    return (
        isinstance(clip, dict)
        and isinstance(clip.get("animations"), list)
        and is_name(clip.get("name", ""))
        and all(RULES[member][0](clip[member]) for member in (*DEFAULTS, "end") if member in clip)
        and clip.get("start", 0) <= clip.get("end", inf)
    )


def is_event(event):
    return isinstance(event, dict) and is_time(event.get("time")) and is_name(event.get("name"))


def valid_items(kind, extensions, name, member, is_valid):
    """The valid items of a list in an extension of the file. Others are left out, with a warning."""
    extension = (extensions or {}).get(name)
    items = extension.get(member) if isinstance(extension, dict) else None
    items = items if isinstance(items, list) else []
    invalid = [(index, item) for index, item in enumerate(items) if not is_valid(item)]
    for index, item in invalid[:MOST_REPORTS]:
        report(f"{kind} {index} of the file is left out, because it is invalid (got {item!r:.80})")
    if len(invalid) > MOST_REPORTS:
        report(f"{len(invalid) - MOST_REPORTS} more {kind}s of the file are left out, because they are invalid")
    return list(filter(is_valid, items))


def restore(action, name, clips, events, times):
    """Makes an action say what the clips and events of its animation are."""

    warnings = 0

    def warn(message):
        nonlocal warnings
        warnings += 1
        if warnings <= MOST_REPORTS:
            report(f'action "{action.name}": {message}')

    last = times.seconds(action.frame_range[1])
    # without an end, a clip does not repeat, but holds the last pose
    clips = [{**DEFAULTS, **clip, **({} if "end" in clip else {"end": last, "repetitions": 1})} for clip in clips]
    if len(clips) == 1 and clips[0].get("name", name) == name:
        restore_range(action, clips[0], times)
    elif clips:
        restore_markers(action, clips, last, times, warn)
    for event in events:
        frame = round(times.frame(event["time"]))
        add_marker(action, EVENT_PREFIX + event["name"], frame, warn)
        if abs(times.seconds(frame) - event["time"]) > TOLERANCE:
            warn(f'event "{event["name"]}" is moved from {event["time"]:g} s to frame {frame}')
        if any(member not in ("time", "name") for member in event):
            warn(f'event "{event["name"]}": only its time and name are kept')
    if warnings > MOST_REPORTS:
        report(f'action "{action.name}": {warnings - MOST_REPORTS} more warnings are not shown')


def restore_range(action, clip, times):
    """The clip of a whole action: the manual frame range, and custom properties."""
    action.use_frame_range = True
    action.frame_start, action.frame_end = times.frame(clip["start"]), times.frame(clip["end"])
    action.use_cyclic = clip["repetitions"] == -1
    restore_settings(action, clip, "")


def restore_markers(action, clips, last, times, warn):
    """Clips within an action: a pose marker for each, and custom properties that begin with its name."""
    clips = sorted(clips, key=lambda clip: clip["start"])
    action.use_cyclic = all(clip["repetitions"] == -1 for clip in clips)
    kept = []
    for clip in clips:
        name = str(clip.get("name", "clip"))
        if name in END_MARKERS or name.startswith(EVENT_PREFIX):
            warn(f'clip "{name}" is left out: its name has a meaning for markers')
            continue
        if [str(other.get("name", "clip")) for other in clips].count(name) > 1:
            warn(f'clip "{name}" has the name of another clip, and from now on its custom properties, too')
        kept.append((clip, name, round(times.frame(clip["start"]))))
    marked = {frame for _, _, frame in kept}
    for clip, name, frame in kept:
        add_marker(action, name, frame, warn)
        stop = round(times.frame(clip["end"]))
        following = min((other for other in marked if other > frame), default=None)
        if frame < stop and (following is None or stop < following) and abs(clip["end"] - last) > TOLERANCE:
            add_marker(action, END_MARKERS[0], stop, warn)
            marked.add(stop)
    # only now, since an end marker ends all clips that begin before it
    for clip, name, frame in kept:
        following = min((other for other in marked if other > frame), default=None)
        written = {
            "start": times.seconds(frame),
            "end": last if following is None else times.seconds(following),
        }
        for member, seconds in written.items():
            if abs(clip[member] - seconds) > TOLERANCE:
                action[f"{name}.{member}"] = clip[member]
        restore_settings(action, clip, f"{name}.")


def restore_settings(action, clip, prefix):
    """The custom properties of a clip that differ from what the action says without them."""
    backwards = clip["end"] - clip["start"] if clip["speed"] < 0 else 0
    implied = {**DEFAULTS, "offset": backwards, "repetitions": -1 if action.use_cyclic else 1}
    for member in ("offset", "speed", "repetitions", "reverse"):
        if clip[member] != implied[member]:
            action[prefix + member] = clip[member]


def add_marker(action, name, frame, warn):
    if len(name) > LONGEST_NAME:
        warn(f'the name of marker "{name}" is cut to {LONGEST_NAME} characters')
    action.pose_markers.new(name[:LONGEST_NAME]).frame = frame
