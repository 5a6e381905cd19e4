# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes clips and events into the files of Blender's glTF exporter."""

import json

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
        self.told = set()

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
        used = []
        actions = {action for _, groups in animations for _, group in groups for action, _ in group}
        if any(attempt(f'action "{action.name}"', says_how_it_plays, action) for action in actions):
            clips = {}
            for index, (animation, groups) in enumerate(animations):
                if not groups:
                    self.tell(f'animation "{animation.name}"', "has no clip: its action is unknown")
                for group in groups:
                    for clip in attempt(place_of(group), self.clips_of, *group) or []:
                        # clips of one name, range and settings are one clip of several animations
                        clips.setdefault(json.dumps(clip), {**clip, "animations": []})["animations"].append(index)
            if clips:
                gltf.extensions = {**(gltf.extensions or {}), CLIPS: {"clips": list(clips.values())}}
                used.append(CLIPS)
        for animation, groups in animations:
            events = [event for group in groups for event in attempt(place_of(group), self.events_of, *group) or []]
            if events:
                unique = {(event["time"], event["name"]): event for event in events}
                events = [unique[key] for key in sorted(unique)]
                animation.extensions = {**(animation.extensions or {}), EVENTS: {"events": events}}
                used.append(EVENTS)
        gltf.extensions_used = (gltf.extensions_used or []) + list(dict.fromkeys(used))

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
        return lambda message: self.tell(f'action "{action.name}"', message)

    def tell(self, place, message):
        """Reports a message once for each export."""
        if (place, message) not in self.told:
            self.told.add((place, message))
            report(f"{place}: {message}")


def place_of(group):
    _name, actions = group
    return " and ".join(f'action "{action.name}"' for action, _ in actions)
