# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel in the side bar of the Dope Sheet: the clips of the action, in seconds, and their settings."""

import bpy
from bpy.props import BoolProperty, FloatProperty, IntProperty

from .clips import Times, events_json, marked_clips, stated_settings, whole_clip
from .host import frames_per_second


def ignore(_message):
    """Warnings are for exports."""


def clips_of(action):
    times = Times(frames_per_second())
    return marked_clips(action, times) or [whole_clip(action.name, action, times)]


def range_of(action, clip):
    """The first and the last second of a clip."""
    stated = stated_settings(action, clip, ignore)
    return stated.get("start", clip.start), stated.get("end", clip.end)


def length_of(action, clip):
    start, end = range_of(action, clip)
    return end - start


def label_of(action, clip):
    """A clip in a row: name, seconds, and how often it plays."""
    start, end = range_of(action, clip)
    count = value_of(action, clip, "repetitions")
    return f"{clip.name}   {start:.2f} to {end:.2f} s   {'endless' if count < 0 else f'{count} x'}"


def value_of(action, clip, member):
    """The value of a setting that an export would have."""
    stated = stated_settings(action, clip, ignore)
    loops = stated.get("loop", action.use_cyclic)
    backwards = length_of(action, clip) if stated.get("speed", 1) < 0 else 0.0
    defaults = {"speed": 1.0, "offset": backwards, "reverse": False, "repetitions": -1 if loops else 1}
    return type(defaults[member])(stated.get(member, defaults[member]))


def set_value(action, clip, member, value):
    """Keeps a setting as a custom property, or removes the property where it says what is so without it."""
    name = clip.prefix + member
    if name in action:
        del action[name]
    value = round(value, 6) if isinstance(value, float) else value
    if value_of(action, clip, member) != value:
        action[name] = value


def selected(action):
    """The clip whose settings are shown."""
    clips = clips_of(action)
    return clips[min(bpy.context.window_manager.khr_animation_clip_index, len(clips) - 1)]


def setting(kind, member, **options):
    """A property of actions that stands for a custom property of the selected clip."""
    return kind(
        get=lambda action: value_of(action, selected(action), member),
        set=lambda action, value: set_value(action, selected(action), member, value),
        **options,
    )


def shown_action(context):
    return getattr(context, "active_action", None) or context.space_data.action


class KHRCLIP_OT_select(bpy.types.Operator):
    """Show the settings of this clip"""

    bl_idname = "action.khr_animation_clip_select"
    bl_label = "Select Clip"
    bl_options = {"INTERNAL"}

    index: IntProperty()

    def execute(self, context):
        context.window_manager.khr_animation_clip_index = self.index
        return {"FINISHED"}


class DOPESHEET_PT_animation_clips(bpy.types.Panel):
    """The clips that an export makes of the action"""

    bl_space_type = "DOPESHEET_EDITOR"
    bl_region_type = "UI"
    bl_category = "glTF"
    bl_label = "Animation Clips"

    @classmethod
    def poll(cls, context):
        return shown_action(context) is not None

    def draw(self, context):
        action, layout = shown_action(context), self.layout
        shown = selected(action)
        rows = layout.column(align=True)
        for index, clip in enumerate(clips_of(action)):
            is_shown = (clip.name, clip.start) == (shown.name, shown.start)
            rows.operator(
                "action.khr_animation_clip_select", text=label_of(action, clip), depress=is_shown
            ).index = index
        settings = layout.column()
        settings.label(text=f"{length_of(action, shown):.2f} s long")
        settings.use_property_split = True
        for member in ("speed", "repetitions", "reverse", "offset"):
            settings.prop(action, f"khr_animation_clip_{member}")
        for event in events_json(action, Times(frames_per_second()), ignore):
            layout.label(text=f"{event['name']}   {event['time']:.2f} s", icon="MARKER")


SETTINGS = {
    "speed": (FloatProperty, {"name": "Speed", "description": "How fast the clip plays; below 0 backwards"}),
    "repetitions": (
        IntProperty,
        {"name": "Repetitions", "description": "How often the clip reaches a bound; -1 endless", "min": -1},
    ),
    "reverse": (
        BoolProperty,
        {"name": "Ping-Pong", "description": "Reverse at each bound. Back and forth are 2 repetitions"},
    ),
    "offset": (
        FloatProperty,
        {"name": "Offset", "description": "Seconds after the clip's start at which it begins", "min": 0.0},
    ),
}
CLASSES = (KHRCLIP_OT_select, DOPESHEET_PT_animation_clips)


def register():
    bpy.types.WindowManager.khr_animation_clip_index = IntProperty(min=0)
    for member, (kind, options) in SETTINGS.items():
        setattr(bpy.types.Action, f"khr_animation_clip_{member}", setting(kind, member, **options))
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
    for member in SETTINGS:
        delattr(bpy.types.Action, f"khr_animation_clip_{member}")
    del bpy.types.WindowManager.khr_animation_clip_index
