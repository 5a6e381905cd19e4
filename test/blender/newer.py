# SPDX-License-Identifier: GPL-3.0-or-later
"""
What newer versions of Blender give the add-on, without Blender: calls its hooks as their exporters do, and prints the
results as JSON.
"""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace as Fake

sys.path.insert(0, str(Path(__file__).parents[2] / "blender"))
reports = []
addons = {}


class Action(dict):
    """An action: custom properties are the members of the dictionary. Since Blender 5, there are no `fcurves`."""

    __hash__ = object.__hash__

    def __bool__(self):
        return True

    def __init__(self, name, start, end, markers=(), cyclic=False, **properties):
        super().__init__(properties)
        self.name, self.frame_range, self.use_frame_range, self.use_cyclic = name, (start, end), False, cyclic
        self.pose_markers = Markers(Fake(name=marker, frame=frame) for marker, frame in markers)


class Markers(list):
    def new(self, name):
        self.append(Fake(name=name, frame=0))
        return self[-1]


class Actions(dict):
    def __iter__(self):
        return iter(self.values())


class Type:
    pass


def fake_modules():
    def keyframe(_channels, frame, _target):
        return Fake(seconds=frame / (24 * 1.001))  # Blender 4.2 and newer multiply by fps_base

    bpy = ModuleType("bpy")
    bpy.types = Fake(Operator=Type, Panel=Type, AddonPreferences=Type, Action=Type, WindowManager=Type)
    bpy.props = ModuleType("bpy.props")
    for name in ("BoolProperty", "FloatProperty", "IntProperty", "StringProperty"):
        setattr(bpy.props, name, lambda **options: options)
    bpy.utils = Fake(register_class=lambda each: None, unregister_class=lambda each: None)
    bpy.ops = Fake(wm=Fake(khr_animation_clip_report=lambda _how, message: reports.append(message)))
    bpy.app = Fake(background=True)
    bpy.context = Fake(preferences=Fake(addons=addons), scene=Fake(frame_start=10, frame_end=40))
    bpy.data = Fake(objects=[], shape_keys=[], actions=Actions())
    exporter = ModuleType("io_scene_gltf2")
    exporter.exporter_extension_layout_draw = {}
    keyframes = ModuleType("keyframes")
    keyframes.Keyframe = keyframe
    modules = {"bpy": bpy, "bpy.props": bpy.props, "io_scene_gltf2": exporter}
    parent = "io_scene_gltf2"
    for part in ("blender", "exp", "animation"):
        parent = f"{parent}.{part}"
        modules[parent] = ModuleType(parent)
    modules[f"{parent}.keyframes"] = keyframes
    extensions = ModuleType("gltf2_io_extensions")
    extensions.Extension = Fake
    modules.update({f"io_scene_gltf2.{name}": ModuleType(name) for name in ("io", "io.com")})
    modules["io_scene_gltf2.io.com.gltf2_io_extensions"] = extensions
    sys.modules.update(modules)
    return bpy, exporter


bpy, exporter = fake_modules()
import khr_animation_clip as add_on  # noqa: E402 the fakes come first


def owner(name, *tracks):
    """An object with NLA tracks: pairs of a name and strips."""
    nla_tracks = [Fake(name=track, strips=strips) for track, strips in tracks]
    return Fake(name=name, animation_data=Fake(nla_tracks=nla_tracks))


def strip(action, frame_start, scale=1, reverse=False):
    start, end = action.frame_range
    return Fake(
        action=action,
        frame_start=frame_start,
        scale=scale,
        use_reverse=reverse,
        mute=False,
        action_frame_start=start,
        action_frame_end=end,
    )


def export(names, hooks=lambda extension, animations: None, actions=(), objects=(), **settings):
    """The clips, events and reports of an export of animations."""
    reports.clear()
    bpy.data.objects, bpy.data.actions = list(objects), Actions((action.name, action) for action in actions)
    extension = add_on.glTF2ExportUserExtension()
    animations = [Fake(name=name, extensions=None) for name in names]
    hooks(extension, animations)
    gltf = Fake(animations=animations, extensions=None, extensions_used=None)
    extension.gather_gltf_extensions_hook(gltf, settings)
    return {
        "clips": (gltf.extensions or {}).get("KHR_animation_clip", {}).get("clips", []),
        "events": [(each.extensions or {}).get("KHR_animation_events", {}).get("events", []) for each in animations],
        "used": gltf.extensions_used,
        "reports": list(reports),
    }


def slots():
    """Blender 4.4: one hook for all slots of an action."""
    action = Action("Slots", 1, 25, cyclic=True)

    def hooks(extension, animations):
        extension.animation_action_hook(animations[0], owner("Cube"), Fake(action=action, slots=[]), {})

    return export(["Slots"], hooks, gltf_animation_mode="ACTIONS")


def names():
    """Blender 3.6 to 4.3: no hook passes the actions of objects."""
    walk, jump = Action("Walk.A", 1, 25, cyclic=True), Action("Jump", 1, 13)
    cube = owner("Cube", ("Walk", [strip(walk, 1)]))
    return export(["Walk", "Jump", "Baked"], actions=[walk, jump], objects=[cube], gltf_animation_mode="ACTIONS")


def merged():
    """All active actions become one animation, whose name is none of an action."""
    left, right = Action("Left", 1, 25), Action("Right", 5, 30, speed=2.0)

    def hooks(extension, animations):
        other = Fake(name="Right", extensions=None)
        extension.animation_action_hook(animations[0], owner("A"), Fake(action=left), {})
        extension.animation_action_hook(other, owner("B"), Fake(action=right), {})
        extension.merge_animation_extensions_hook(other, animations[0], {})

    return export(["Animation"], hooks, gltf_animation_mode="ACTIVE_ACTIONS")


def slid():
    """Actions that begin below frame 0 are moved, each object by its own frames."""
    early = Action("Early", -12, 12, (("a", -12), ("b", 0), ("!hit", -6)))
    cube = owner("Cube")
    vtree = Fake(nodes={"1": Fake(blender_object=owner("Other")), "2": Fake(blender_object=cube)})
    slide = {"1": {"Early": -99}, "2": {"Early": -12}}

    def hooks(extension, animations):
        extension.gather_animation_hook(animations[0], early, cube, {})

    return export(["Early"], hooks, vtree=vtree, slide=slide, ranges={})


def cropped():
    """The exporter keeps to the frames of the scene."""
    action = Action("Long", 1, 60, (("before", 1), ("a", 5), ("b", 20), ("after", 50), ("!in", 12), ("!out", 8)))
    return export(["Long"], actions=[action], ranges={}, gltf_frame_range=True)


def strips():
    """Each strip of an NLA track is a clip, at the time that it has in the scene."""
    walk, run = Action("Walk", 1, 25, (("!step", 13),)), Action("Run", 1, 13, cyclic=True)
    cube = owner("Cube", ("Moves", [strip(walk, 1, scale=2), strip(run, 61), strip(walk, 80, reverse=True)]))
    return export(["Moves"], actions=[walk, run], objects=[cube], gltf_animation_mode="NLA_TRACKS")


def scene():
    """Animations of whole scenes have no actions."""
    walk = Action("Walk", 1, 25, cyclic=True)
    return export(["Walk"], actions=[walk], gltf_animation_mode="SCENE")


def clamped():
    """Offsets beyond the exported clip."""
    markers = (("a", 5), ("b", 20), ("c", 30), ("-", 40))
    offsets = {"a.offset": 0.125, "b.offset": 3, "c.offset": 10 / (24 * 1.001)}
    return export(["Long"], actions=[Action("Long", 1, 60, markers, **offsets)], ranges={}, gltf_frame_range=True)


def moved():
    """An import of events between frames."""
    reports.clear()
    bpy.data.actions = Actions()
    importer = add_on.glTF2ImportUserExtension()
    importer.gather_import_animation_before_hook()
    action = Action("Walk", 1, 25)
    bpy.data.actions = Actions(Walk=action)
    importer.gather_import_animation_after_hook(0, "Walk")
    events = [{"time": (frame + 0.25) / (24 * 1.001), "name": "step"} for frame in range(12)]
    animation = Fake(name="Walk", extensions={"KHR_animation_events": {"events": events}})
    importer.gather_import_scene_after_animation_hook(Fake(data=Fake(extensions=None, animations=[animation])))
    return {"markers": [marker.frame for marker in action.pose_markers], "reports": list(reports)}


def invalid():
    """An import of a clip that ends before it starts."""
    reports.clear()
    bpy.data.actions = Actions()
    importer = add_on.glTF2ImportUserExtension()
    importer.gather_import_animation_before_hook()
    bpy.data.actions = Actions(Walk=Action("Walk", 1, 25))
    importer.gather_import_animation_after_hook(0, "Walk")
    extensions = {"KHR_animation_clip": {"clips": [{"animations": [0], "start": 2, "end": 1}]}}
    animation = Fake(name="Walk", extensions=None)
    importer.gather_import_scene_after_animation_hook(Fake(data=Fake(extensions=extensions, animations=[animation])))
    return list(reports)


add_on.register()
drawn = list(exporter.exporter_extension_layout_draw)
add_on.unregister()
makers = (slots, names, merged, slid, cropped, clamped, strips, scene, moved, invalid)
results = {make.__name__: make() for make in makers}
print(json.dumps({**results, "drawn": drawn, "left": list(exporter.exporter_extension_layout_draw)}))
