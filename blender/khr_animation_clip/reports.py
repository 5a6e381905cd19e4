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

    def invoke(self, context, _event):
        """Waits for an event, because Blender shows no reports of operators that Python calls."""
        manager = context.window_manager
        self.timer = manager.event_timer_add(0.1, window=context.window)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        return self.execute(context)


def report(message):
    """Adds a message, cut to 400 characters, to Blender's report, and prints it."""
    message = f"glTF animation clips: {message:.400}"
    how = "EXEC_DEFAULT" if bpy.app.background or not bpy.context.window else "INVOKE_DEFAULT"
    try:
        bpy.ops.wm.khr_animation_clip_report(how, message=message)
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
