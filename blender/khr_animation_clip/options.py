# SPDX-License-Identifier: GPL-3.0-or-later
"""The option in the exporter's dialog. It is a preference of the add-on, so that no file has to hold it."""

import bpy
from bpy.props import BoolProperty

TITLE = "Animation Clips"


class KHRCLIP_preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    export_clips: BoolProperty(
        name="Export Clips and Events",
        description="Write how actions play (KHR_animation_clip) and their events (KHR_animation_events)",
        default=True,
    )

    def draw(self, _context):
        self.layout.prop(self, "export_clips")


class GLTF_PT_export_animation_clips(bpy.types.Panel):
    """The option before Blender 4.2"""

    bl_space_type = "FILE_BROWSER"
    bl_region_type = "TOOL_PROPS"
    bl_label = TITLE
    bl_parent_id = "GLTF_PT_export_user_extensions"

    @classmethod
    def poll(cls, context):
        return context.space_data.active_operator.bl_idname == "EXPORT_SCENE_OT_gltf"

    def draw(self, context):
        draw_option(context, self.layout)


def preferences():
    addon = bpy.context.preferences.addons.get(__package__)
    return addon.preferences if addon else None


def is_enabled():
    found = preferences()
    return found is None or found.export_clips


def draw_option(_context, layout):
    if preferences():
        layout.prop(preferences(), "export_clips")


def register_panel():
    """Adds the option to the dialog. Exporters before Blender 4.2 call this, and later what it returns."""
    if not hasattr(bpy.types, GLTF_PT_export_animation_clips.__name__):
        bpy.utils.register_class(GLTF_PT_export_animation_clips)
    return unregister_panel


def unregister_panel():
    if hasattr(bpy.types, GLTF_PT_export_animation_clips.__name__):
        bpy.utils.unregister_class(GLTF_PT_export_animation_clips)


def drawn_extensions():
    """What Blender 4.2 and newer draw in the dialog, by title."""
    import io_scene_gltf2

    return getattr(io_scene_gltf2, "exporter_extension_layout_draw", {})


def register():
    bpy.utils.register_class(KHRCLIP_preferences)
    drawn_extensions()[TITLE] = draw_option


def unregister():
    drawn_extensions().pop(TITLE, None)
    unregister_panel()
    bpy.utils.unregister_class(KHRCLIP_preferences)
