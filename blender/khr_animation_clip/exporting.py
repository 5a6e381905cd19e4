# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes clips and events into the files of Blender's glTF exporter."""

import json

import bpy

from .clips import clip_json, events_json, marked_clips, says_how_it_plays, whole_clip
from .host import sources_of
from .options import is_enabled
from .reports import attempt, contained, report

CLIPS = "KHR_animation_clip"
EVENTS = "KHR_animation_events"


class glTF2ExportUserExtension:
    """Blender's exporter makes one for each export, and calls its hooks."""

    def __init__(self):
        self.recorded = []  # animation, action, object
        self.warned = set()

    @contained
    def gather_animation_hook(self, animation, action, blender_object, *_rest):
        """An action has been exported as an animation. Before Blender 4.4."""
        self.recorded.append((animation, action, blender_object))

    @contained
    def animation_action_hook(self, animation, blender_object, action_data, *_rest):
        """The slots of an action have been exported as an animation. Since Blender 4.4."""
        self.recorded.append((animation, action_data.action, blender_object))

    @contained
    def merge_animation_extensions_hook(self, source, destination, *_rest):
        """An animation becomes a part of another, such as those of NLA tracks with one name."""
        self.recorded += [(destination, *rest) for animation, *rest in self.recorded if animation is source]

    @contained
    def gather_gltf_extensions_hook(self, gltf, export_settings, *_rest):
        """The file is complete, with the final list of animations."""
        if not is_enabled():
            return
        animations = [(animation, self.sources_of(animation, export_settings)) for animation in gltf.animations or []]
        self.warn_about_unknown(animations)
        clips = self.clips_json(animations)
        if clips:
            gltf.extensions = {**(gltf.extensions or {}), CLIPS: {"clips": clips}}
        events = [self.events_json(groups) for _, groups in animations]
        for (animation, _), own in zip(animations, events):
            if own:
                animation.extensions = {**(animation.extensions or {}), EVENTS: {"events": own}}
        used = [CLIPS] * bool(clips) + [EVENTS] * any(events)
        gltf.extensions_used = [*(gltf.extensions_used or []), *used]

    def warn_about_unknown(self, animations):
        """Reports animations without known actions if there are actions that say how they play."""
        unknown = [f'"{animation.name}"' for animation, groups in animations if not groups]
        if unknown and any(map(is_playing, bpy.data.actions)):
            names = ", ".join(unknown[:5]) + (f" and {len(unknown) - 5} more" if len(unknown) > 5 else "")
            self.warn_once(f"animation {names}", "has no clip: its action is unknown")

    def clips_json(self, animations):
        """The clips of all actions if any of them says how it plays, else none."""
        if not any(is_playing(action) for _, groups in animations for _, group in groups for action, _ in group):
            return []
        clips = {}  # those with the same name, range and settings are one clip of several animations
        for index, (_, groups) in enumerate(animations):
            for group in groups:
                for clip in attempt(place_of(group), self.clips_of, *group) or []:
                    indices = clips.setdefault(json.dumps(clip), {**clip, "animations": []})["animations"]
                    indices += [index] * (index not in indices)
        return list(clips.values())

    def events_json(self, groups):
        """The events of an animation in the order of time, each once."""
        events = [event for group in groups for event in attempt(place_of(group), self.events_of, *group) or []]
        unique = {(event["time"], event["name"]): event for event in events}
        return [unique[key] for key in sorted(unique)]

    def sources_of(self, animation, export_settings):
        recorded = [(action, each) for known, action, each in self.recorded if known is animation]
        return attempt(f'animation "{animation.name}"', sources_of, animation, recorded, export_settings) or []

    def clips_of(self, name, group):
        """The clips of actions that play at the same time: those of their pose markers, or one clip."""
        clips = [(action, clip, times) for action, times in group for clip in marked_clips(action, times)]
        if not clips:
            action, times = next((each for each in group if says_how_it_plays(each[0])), group[0])
            clip = whole_clip(name, action, times)
            if not action.use_frame_range:
                parts = [whole_clip(name, *each) for each in group]
                clip.start, clip.end = min(part.start for part in parts), max(part.end for part in parts)
            clips.append((action, clip, times))
        found = [clip_json(action, clip, times, self.warner(action)) for action, clip, times in clips]
        return list({json.dumps(clip): clip for clip in found if clip}.values())

    def events_of(self, _name, group):
        return [event for action, times in group for event in events_json(action, times, self.warner(action))]

    def warner(self, action):
        return lambda message: self.warn_once(f'action "{action.name}"', message)

    def warn_once(self, place, message):
        """Reports a message once for each export."""
        if (place, message) not in self.warned:
            self.warned.add((place, message))
            report(f"{place}: {message}")


def is_playing(action):
    return attempt(f'action "{action.name}"', says_how_it_plays, action)


def place_of(group):
    _name, actions = group
    return " and ".join(f'action "{action.name}"' for action, _ in actions)
