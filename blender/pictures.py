# SPDX-License-Identifier: GPL-3.0-or-later
"""
Takes the picture of the guide, docs/blender.png, of the lamp that sample.py saves, where Blender finds the add-on:
`xvfb-run -a -s "-screen 0 1280x640x24" blender --factory-startup --window-geometry 0 0 1280 640 lamp.blend
--python blender/pictures.py`.
"""

import sys
from pathlib import Path

import bpy

OUT = Path(__file__).parents[1] / "docs/blender.png"


def largest_area():
    return max(bpy.context.window_manager.windows[0].screen.areas, key=lambda each: each.width * each.height)


def prepare():
    """Shows the Action Editor in the largest area, with the tab of the add-on only."""
    area = largest_area()
    area.type = "DOPESHEET_EDITOR"
    space = area.spaces.active
    space.mode, space.show_region_ui, space.show_pose_markers = "ACTION", True, True
    space.action = bpy.data.actions["Moves"]
    for panel in bpy.types.Panel.__subclasses__():
        at = getattr(panel, "bl_space_type", ""), getattr(panel, "bl_region_type", "")
        if (
            at == ("DOPESHEET_EDITOR", "UI")
            and panel.__name__ != "DOPESHEET_PT_animation_clips"
            and panel.is_registered
        ):
            bpy.utils.unregister_class(panel)
    bpy.context.window_manager.khr_animation_clip_index = 2
    bpy.context.scene.frame_set(33)


def view():
    area = largest_area()
    region = next(each for each in area.regions if each.type == "WINDOW")
    window = bpy.context.window_manager.windows[0]
    with bpy.context.temp_override(window=window, area=area, region=region):
        bpy.ops.action.view_all()


def take():
    area = largest_area()
    window = bpy.context.window_manager.windows[0]
    with bpy.context.temp_override(window=window, area=area, region=area.regions[-1]):
        bpy.ops.screen.screenshot_area(filepath=str(OUT))
    bpy.ops.wm.quit_blender()


def step(actions=iter((prepare, view, take))):
    try:
        next(actions)()
        return 1.0
    except Exception as error:
        print(error, file=sys.stderr)
        sys.exit(1)


bpy.ops.preferences.addon_enable(module="khr_animation_clip")
bpy.app.timers.register(step, first_interval=1.0, persistent=True)
