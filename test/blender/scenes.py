# SPDX-License-Identifier: GPL-3.0-or-later
"""
Makes scenes, and exports each to a folder: NAME.glb, NAME.named.glb without the hook that passes the actions of
animations, and NAME.again.glb after an import. expected.json has the poses that Blender evaluates. Arguments after
`--`: the zip of the add-on, the folder.
"""

import json
import runpy
import sys
from math import radians
from pathlib import Path

import bpy
import numpy
from mathutils import Matrix

numpy.bool = bool  # Debian's numpy lacks what the importer of Blender 3.4 uses

ADD_ON = "khr_animation_clip"
ZIP, FOLDER = sys.argv[sys.argv.index("--") + 1 :]
Y_UP = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
RATES = {"24": (24, 1), "29.97": (30, 1.001), "60": (60, 1)}


def empty_scene(rate="24", first=1):
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True, load_ui=False)
    bpy.ops.preferences.addon_enable(module=ADD_ON)
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = RATES[rate]
    scene.frame_start, scene.frame_end = first, first + 250


def cube(name="Cube"):
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.name = name
    return bpy.context.object


def animate(obj, name, first, last, by=3.0):
    """Gives an object an action that moves, turns and scales it."""
    obj.animation_data_clear()
    for frame, share in ((first, 0.0), ((first + last) // 2, 1.0), (last, 0.25)):
        obj.location = (by * share, -2 * share, 1 + share)
        obj.rotation_euler = (radians(70) * share, radians(-30) * share, radians(100) * share)
        obj.scale = (1 + share, 1, 1 - share / 2)
        for path in ("location", "rotation_euler", "scale"):
            obj.keyframe_insert(path, frame=frame)
    obj.animation_data.action.name = name
    return obj.animation_data.action


def mark(action, markers):
    for name, frame in markers:
        action.pose_markers.new(name).frame = frame


def in_track(owner, name):
    """Moves the action of an object or of shape keys to an NLA track."""
    data = owner.animation_data
    action, data.action = data.action, None
    data.nla_tracks.new().name = name
    data.nla_tracks[-1].strips.new(action.name, int(action.frame_range[0]), action)
    return action


def pose(frame, actions=()):
    """The pose of all objects and bones that Blender evaluates, as glTF has it."""
    for owner, action in actions:
        owner.animation_data.action = action
    bpy.context.scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    nodes = {}
    for obj in bpy.context.scene.objects:
        seen = obj.evaluated_get(graph)
        position, rotation, scale = (Y_UP @ seen.matrix_world @ Y_UP.inverted()).decompose()
        nodes[obj.name] = {
            "translation": list(position),
            "rotation": [rotation.x, rotation.y, rotation.z, rotation.w],
            "scale": list(scale),
        }
        if obj.type == "MESH" and obj.data.shape_keys:
            keys = obj.data.shape_keys.evaluated_get(graph).key_blocks
            nodes[obj.name]["weights"] = [key.value for key in keys[1:]]
        if obj.type == "ARMATURE":
            for bone in seen.pose.bones:
                nodes[bone.name] = {"head": list((Y_UP @ seen.matrix_world @ bone.matrix).to_translation())}
    for owner, _action in actions:
        owner.animation_data.action = None
    return nodes


def samples(*clips, actions=(), of=None):
    """The poses at both ends of clips: name, first frame, last frame. `of` is the only object that the clips move."""
    found = []
    for name, start, end in clips:
        for at, frame in (("start", start), ("end", end)):
            nodes = pose(frame, actions)
            found.append({"clip": name, "at": at, "nodes": {of: nodes[of]} if of else nodes})
    return found


def markers(first):
    action = animate(cube(), "Long", first, first + 48)
    mark(action, (("hop", first + 36), ("go", first), ("back", first + 20), ("-", first + 30)))
    return samples(("go", first, first + 20), ("back", first + 20, first + 30), ("hop", first + 36, first + 48))


def cyclic():
    action = animate(cube(), "Spin", 1, 49)
    action.use_frame_range, action.use_cyclic = True, True
    action.frame_start, action.frame_end = 5, 25
    return samples(("Spin", 5, 25))


def properties():
    action = animate(cube(), "Swing", 1, 49)
    action["speed"], action["repetitions"], action["reverse"], action["offset"] = 0.5, 4, True, 0.25
    other = animate(cube("Other"), "Many", 1, 49)
    mark(other, (("a", 1), ("b", 11), ("c", 21), ("d", 31)))
    other["a.speed"], other["b.loop"], other["c.end"], other["d.reverse"] = -1.0, True, 1.51, True
    other["d.repetitions"] = -1
    return samples(("Swing", 1, 49), of="Cube") + samples(("a", 1, 11), ("b", 11, 21), ("d", 31, 49), of="Other")


def tracks():
    """Two actions in NLA tracks that name them."""
    obj = cube()
    walk, run = animate(obj, "A1", 1, 31), animate(obj, "A2", 10, 20, by=-5.0)
    for action, track in ((walk, "Walk"), (run, "Run")):
        obj.animation_data.action = action
        in_track(obj, track)
    run.use_cyclic = True
    return samples(("Walk", 1, 31), actions=[(obj, walk)]) + samples(("Run", 10, 20), actions=[(obj, run)])


def shapes():
    obj = cube()
    obj.shape_key_add(name="Basis")
    for name in ("Smile", "Frown"):
        obj.shape_key_add(name=name).data[0].co.x += 1
    keys = obj.data.shape_keys
    for frame, values in ((1, (0, 0.5)), (13, (1, 0)), (25, (0.25, 0.75))):
        for key, value in zip(keys.key_blocks[1:], values):
            key.value = value
            key.keyframe_insert("value", frame=frame)
    mark(keys.animation_data.action, (("talk", 1), ("rest", 13)))
    return samples(("talk", 1, 13), ("rest", 13, 25))


def talking():
    """An action of an object and one of its shape keys, in NLA tracks with one name."""
    shapes()
    obj = bpy.context.object
    keys = obj.data.shape_keys
    for marker in list(keys.animation_data.action.pose_markers):
        keys.animation_data.action.pose_markers.remove(marker)
    animate(obj, "Nod", 1, 31)
    nod, talk = in_track(obj, "Talk"), in_track(keys, "Talk")
    nod["repetitions"] = 3
    return samples(("Talk", 1, 31), actions=[(obj, nod), (keys, talk)])


def shared():
    action = animate(cube("Left"), "Wave", 1, 25)
    right = cube("Right")
    right.animation_data_create().action = action
    action.use_cyclic = True
    return samples(("Wave", 1, 25))


def armature():
    bpy.ops.object.armature_add(location=(1, 2, 3))
    rig = bpy.context.object
    rig.name = "Rig"
    bpy.ops.object.mode_set(mode="EDIT")
    upper = rig.data.edit_bones[0]
    upper.name = "Upper"
    for name, parent in (("Lower", "Upper"), ("Tip", "Lower")):
        bone = rig.data.edit_bones.new(name)
        bone.parent = rig.data.edit_bones[parent]
        bone.head = bone.parent.tail
        bone.tail = bone.head.x + 0.5, bone.head.y, bone.head.z + 1
    bpy.ops.object.mode_set(mode="OBJECT")
    for name, sign in (("Upper", 1), ("Lower", -1)):
        bone = rig.pose.bones[name]
        bone.rotation_mode = "XYZ"
        for frame, share in ((1, 0), (20, 1), (40, 0.3)):
            bone.rotation_euler = (share * sign, 0.5 * share, 0)
            bone.keyframe_insert("rotation_euler", frame=frame)
    action = rig.animation_data.action
    action.name = "Arm"
    mark(action, (("raise", 1), ("lower", 20)))
    return samples(("raise", 1, 20), ("lower", 20, 40))


def events():
    action = animate(cube(), "Walk", 1, 25)
    mark(action, (("!step.r", 19), ("!step.l", 7), ("!land", 7)))
    return []


def late():
    """Markers and events before the first second, which files cannot have, and after the end."""
    action = animate(cube(), "Early", -12, 24)
    mark(action, (("before", -12), ("across", -6), ("after", 12), ("!early", -3), ("!hit", 12)))
    action["before.end"], action["after.start"], action["across.speed"] = 0, -1, "fast"
    mark(action, (("beyond", 30),))
    return samples(("after", 12, 30))


def overlapping():
    """Clips that begin at one frame, and end at others."""
    action = animate(cube(), "Long", 1, 49)
    mark(action, (("short", 1), ("whole", 1), ("half", 1), ("next", 37)))
    action["short.end"], action["whole.end"], action["half.end"] = 12 / 24, 49 / 24, 25 / 24
    return []


def lamp():
    """The sample of the guide."""
    runpy.run_path(str(Path(__file__).parents[2] / "blender/sample.py"))["make"]()
    return samples(("idle", 1, 25), ("hop", 25, 49), ("look", 49, 81))


def plain():
    animate(cube(), "Plain", 1, 25)
    return []


SCENES = {
    **{
        f"markers-{rate}-{first}": ((rate, first), lambda first=first: markers(first))
        for rate in RATES
        for first in (0, 1, 100)
    },
    **{
        make.__name__: (("24", 1), make)
        for make in (
            *(cyclic, properties, tracks, shapes, talking, shared),
            *(armature, lamp, events, late, overlapping, plain),
        )
    },
}


def panel():
    """What the panel shows, and the custom properties that it keeps: after changes, and after their opposites."""
    action = animate(cube(), "Long", 1, 49)
    mark(action, (("walk", 1), ("stop", 25)))
    module = sys.modules[f"{ADD_ON}.panel"]
    found = []
    bpy.context.window_manager.khr_animation_clip_index = 1
    for values in ((-2, 3, True, 0.25), (1, 1, False, 0)):
        for member, value in zip(("speed", "repetitions", "reverse", "offset"), values):
            setattr(action, f"khr_animation_clip_{member}", value)
        labels = [module.label_of(action, clip) for clip in module.clips_of(action)]
        found.append({"labels": labels, "properties": {name: action[name] for name in action.keys()}})
    return found


def foreign():
    """What an import makes of clips and events that other programs wrote: names, frames and custom properties."""
    animate(cube(), "Long", 1, 49)
    path = f"{FOLDER}/foreign.gltf"
    bpy.ops.export_scene.gltf(filepath=path, export_format="GLTF_EMBEDDED")
    with open(path, encoding="utf8") as file:
        asset = json.load(file)
    clips = [
        {"animations": [0], "start": 1, "end": 1.5},
        {"animations": [0], "name": "open", "start": 1.75, "repetitions": 5},
        {"animations": [0], "name": "end", "start": 0.5, "end": 1},
        {"animations": [0], "name": "wrong", "start": "now"},
        {"name": "of nothing"},
        7,
    ]
    found = [{"time": 1.01, "name": "near"}, {"time": -1, "name": "before"}, {"time": 1, "name": "full", "payload": 1}]
    found += [None] * 20
    asset["extensionsUsed"] = asset["extensionsRequired"] = ["KHR_animation_clip", "KHR_animation_events"]
    asset["extensions"] = {"KHR_animation_clip": {"clips": clips}}
    asset["animations"][0]["extensions"] = {"KHR_animation_events": {"events": found}}
    with open(path, "w", encoding="utf8") as file:
        json.dump(asset, file)
    empty_scene()
    print("== foreign")
    bpy.ops.import_scene.gltf(filepath=path)
    action = bpy.data.actions[0]
    markers = [[marker.name, marker.frame] for marker in action.pose_markers]
    return [{"markers": markers, "properties": {name: action[name] for name in action.keys()}}]


def export(name):
    print(f"== {name}")
    bpy.ops.export_scene.gltf(filepath=f"{FOLDER}/{name}.glb", check_existing=False)


def main():
    bpy.ops.preferences.addon_install(filepath=ZIP)
    expected = {}
    for name, (arguments, make) in SCENES.items():
        empty_scene(*arguments)
        expected[name] = make()
        export(name)
        extension = sys.modules[ADD_ON].glTF2ExportUserExtension
        hook, extension.gather_animation_hook = extension.gather_animation_hook, None
        export(f"{name}.named")
        extension.gather_animation_hook = hook
        empty_scene(*arguments)
        bpy.ops.import_scene.gltf(filepath=f"{FOLDER}/{name}.glb")
        export(f"{name}.again")
    for name in ("markers-24-1", "cyclic"):
        empty_scene("60")
        bpy.context.scene.render.fps = 25
        bpy.ops.import_scene.gltf(filepath=f"{FOLDER}/{name}.glb")
        export(f"{name}.rate")
    empty_scene()
    expected["panel"] = panel()
    empty_scene()
    expected["foreign"] = foreign()
    with open(f"{FOLDER}/expected.json", "w", encoding="utf8") as file:
        json.dump(expected, file)

    empty_scene()
    cyclic()
    bpy.context.preferences.addons[ADD_ON].preferences.export_clips = False
    export("without")
    bpy.context.preferences.addons[ADD_ON].preferences.export_clips = True

    empty_scene()
    animate(cube(), "Sound", 1, 25).use_cyclic = True
    animate(cube("Other"), "Broken", 1, 25).use_cyclic = True
    exporting = sys.modules[f"{ADD_ON}.exporting"]
    whole_clip = exporting.whole_clip

    def fail(name, action, times):
        if action.name == "Broken":
            raise KeyError("broken on purpose")
        return whole_clip(name, action, times)

    exporting.whole_clip = fail
    export("broken")
    exporting.whole_clip = whole_clip

    empty_scene()
    plain()
    bpy.ops.preferences.addon_disable(module=ADD_ON)
    export("plain.disabled")


main()
