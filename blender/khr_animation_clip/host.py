# SPDX-License-Identifier: GPL-3.0-or-later
"""What differs between versions of Blender and of its glTF exporter."""

from importlib import import_module
from itertools import zip_longest
from math import inf

import bpy

from .clips import Times
from .reports import report

# The module of the exporter with the class Keyframe: in Blender 4.3 and newer, in 3.6 to 4.2, and before.
KEYFRAMES = (
    "io_scene_gltf2.blender.exp.animation.keyframes",
    "io_scene_gltf2.blender.exp.animation.gltf2_blender_gather_keyframes",
    "io_scene_gltf2.blender.exp.gltf2_blender_gather_animation_sampler_keyframes",
)

# In these modes of the exporter, animations have the time of their actions. Before Blender 3.6, there are no modes.
ACTION_MODES = ("ACTIONS", "ACTIVE_ACTIONS", "BROADCAST")


def frames_per_second():
    """Frames in a second of an exported file. Asks the exporter, because versions differ in the use of `fps_base`."""
    for name in KEYFRAMES:
        try:
            return 1 / import_module(name).Keyframe((), 1, "location").seconds
        except Exception:
            continue
    return bpy.context.scene.render.fps


def exported_frames(export_settings):
    """The first and the last frame of the scene's range if the exporter keeps to it. It cannot before Blender 3.6."""
    scene = bpy.context.scene
    limited = "ranges" in export_settings and export_settings.get("gltf_frame_range")
    return (scene.frame_start, scene.frame_end) if limited else (-inf, inf)


def exported_slide(key, blender_object, export_settings):
    """The frames by which the exporter moves an action or a track of an object to the beginning of its animation."""
    nodes = getattr(export_settings.get("vtree"), "nodes", {})
    for uuid, slides in export_settings.get("slide", export_settings.get("action_slide", {})).items():
        if key in slides and blender_object in (None, getattr(nodes.get(uuid), "blender_object", None)):
            return slides[key]
    return 0


def action_times(action, blender_object, export_settings):
    """The times of an action in its animation."""
    slide = exported_slide(action.name, blender_object, export_settings)
    return Times(frames_per_second(), slide, *exported_frames(export_settings))


def strip_times(strip, track, blender_object, export_settings):
    """The times of a strip's action in the animation of its NLA track. Only its first repetition counts."""
    slide = exported_slide(track.name, blender_object, export_settings)

    def action_frame(frame):
        return (frame - strip.frame_start) / strip.scale + strip.action_frame_start

    low, high = map(action_frame, exported_frames(export_settings))
    low, high = max(low, strip.action_frame_start), min(high, strip.action_frame_end)
    return Times(frames_per_second() / strip.scale, action_frame(slide), low, high)


def tracks_of(name):
    """The NLA tracks with a name, each with its object; None for the track of shape keys."""
    owners = [(each, each) for each in bpy.data.objects] + [(each, None) for each in bpy.data.shape_keys]
    return [
        (track, blender_object)
        for owner, blender_object in owners
        if owner.animation_data
        for track in owner.animation_data.nla_tracks
        if track.name == name
    ]


def playing_strips(track):
    """The strips of an NLA track that play an action forwards."""
    strips = [strip for strip in track.strips if strip.action and not strip.mute]
    for strip in strips:
        if strip.use_reverse:
            report(f'action "{strip.action.name}": has no clip in NLA track "{track.name}", where it is reversed')
    return [strip for strip in strips if not strip.use_reverse]


def sources_of(animation, recorded, export_settings):
    """
    Where an animation comes from: lists of actions that play at the same time, each action with its times, and the name
    of each list. `recorded` has the actions and objects that the exporter passed to hooks.
    """
    tracks = tracks_of(animation.name)
    mode = export_settings.get("gltf_animation_mode", "ACTIONS")
    if mode == "NLA_TRACKS":
        strips = [
            [(strip.action, strip_times(strip, track, each, export_settings)) for strip in playing_strips(track)]
            for track, each in tracks
        ]
        groups = [[each for each in group if each] for group in zip_longest(*strips)]
        return [(animation.name if len(groups) == 1 else group[0][0].name, group) for group in groups]
    if mode not in ACTION_MODES:
        return []
    if not recorded:  # Blender 3.6 to 4.3 passes only some
        actions = [(strip.action, each) for track, each in tracks for strip in track.strips if strip.action]
        recorded = actions or [(action, None) for action in [bpy.data.actions.get(animation.name)] if action]
    group = {action: action_times(action, each, export_settings) for action, each in recorded}
    return [(animation.name, list(group.items()))] if group else []
