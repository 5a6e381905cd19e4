# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages in Blender's report and on the console. An error in this add-on never stops an export or import."""

from functools import wraps
from traceback import print_exc

import bpy
from bpy.props import StringProperty


class KHRCLIP_OT_report(bpy.types.Operator):
    """Adds a message to Blender's report"""

    bl_idname = "wm.khr_animation_clip_report"
    bl_label = "glTF animation clips"
    bl_options = {"INTERNAL"}

    message: StringProperty()

    def execute(self, _context):
        self.report({"WARNING"}, self.message)
        return {"FINISHED"}


def report(message):
    """Adds a message to Blender's report, which Blender also prints."""
    message = f"glTF animation clips: {message}"
    try:
        bpy.ops.wm.khr_animation_clip_report(message=message)
    except Exception:  # Blender allows no operators at the moment
        print(message)


def attempt(place, function, *arguments):
    """Calls a function. An error is reported with its place, and the result is None."""
    try:
        return function(*arguments)
    except Exception as error:
        print_exc()
        report(f"{place}: failed, please report this bug ({type(error).__name__}: {error})")
        return None


def contained(hook):
    """A hook whose errors are reported instead of raised."""

    @wraps(hook)
    def run(*arguments):
        attempt(hook.__name__, hook, *arguments)

    return run


def register():
    bpy.utils.register_class(KHRCLIP_OT_report)


def unregister():
    bpy.utils.unregister_class(KHRCLIP_OT_report)
