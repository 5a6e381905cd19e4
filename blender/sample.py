# SPDX-License-Identifier: GPL-3.0-or-later
"""
Makes a lamp that idles, hops and looks around: one action with pose markers. Run it in Blender's Text Editor, or as
`blender --background --python sample.py -- lamp.blend`.
"""

import sys
from math import radians
from os.path import abspath

import bpy

BONES = {"Base": (0.0, 0.3), "Arm": (0.3, 1.2), "Head": (1.2, 1.6)}  # heights in meters
RADII = {"Base": (0.45, 0.3), "Arm": (0.08, 0.08), "Head": (0.4, 0.15)}

# frame: height of the base, stretch of the base, lean of the arm, nod and turn of the head, in degrees
KEYS = {
    1: (0, 1, 0, 0, 0),
    13: (0, 1, 4, 12, 0),
    25: (0, 1, 0, 0, 0),
    29: (0, 0.7, 20, 30, 0),
    35: (0.8, 1.2, -15, -25, 0),
    41: (0, 0.7, 15, 20, 0),
    49: (0, 1, 0, 0, 0),
    57: (0, 1, 0, 10, 60),
    73: (0, 1, 0, 10, -60),
    81: (0, 1, 0, 0, 0),
}
MARKERS = {1: "idle", 25: "hop", 49: "look", 81: "-"}
EVENTS = {29: "!jump", 41: "!land"}


def make_rig():
    bpy.ops.object.armature_add()
    rig = bpy.context.view_layer.objects.active
    rig.name = "Lamp"
    bpy.ops.object.mode_set(mode="EDIT")
    bones = rig.data.edit_bones
    bones.remove(bones[0])
    parent = None
    for name, (low, high) in BONES.items():
        bone = bones.new(name)
        bone.head, bone.tail, bone.parent = (0, 0, low), (0, 0, high), parent
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def make_parts(rig):
    for name, (low, high) in BONES.items():
        bottom, top = RADII[name]
        bpy.ops.mesh.primitive_cone_add(
            vertices=24, radius1=bottom, radius2=top, depth=high - low, location=(0, 0, (low + high) / 2)
        )
        part = bpy.context.view_layer.objects.active
        part.name = f"{name} part"
        world = part.matrix_world.copy()
        part.parent, part.parent_type, part.parent_bone = rig, "BONE", name
        part.matrix_world = world


def animate(rig):
    bones = rig.pose.bones
    for bone in bones:
        bone.rotation_mode = "XYZ"
    for frame, (height, stretch, lean, nod, turn) in KEYS.items():
        bones["Base"].location.y = height
        bones["Base"].scale = (1 / stretch, stretch, 1 / stretch)
        bones["Arm"].rotation_euler.x = radians(lean)
        bones["Head"].rotation_euler = (radians(nod), radians(turn), 0)
        bones["Base"].keyframe_insert("location", frame=frame)
        bones["Base"].keyframe_insert("scale", frame=frame)
        bones["Arm"].keyframe_insert("rotation_euler", frame=frame)
        bones["Head"].keyframe_insert("rotation_euler", frame=frame)
    action = rig.animation_data.action
    action.name = "Moves"
    for frame, name in {**MARKERS, **EVENTS}.items():
        action.pose_markers.new(name).frame = frame
    action["idle.repetitions"], action["look.repetitions"] = -1, -1
    action["look.speed"] = 0.5
    return action


def clear():
    for each in list(bpy.data.objects):
        bpy.data.objects.remove(each)


def make():
    rig = make_rig()
    make_parts(rig)
    animate(rig)
    bpy.context.scene.frame_end = max(KEYS)
    bpy.context.view_layer.objects.active = rig
    return rig


if __name__ == "__main__":
    if "--" not in sys.argv:
        make()
    else:
        clear()
        make()
        bpy.ops.wm.save_as_mainfile(filepath=abspath(sys.argv[-1]), compress=True)
