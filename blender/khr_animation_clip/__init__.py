# SPDX-License-Identifier: GPL-3.0-or-later
"""Clips and events of actions in glTF files: KHR_animation_clip, KHR_animation_events."""

bl_info = {
    "name": "glTF animation clips",
    "author": "The babylon-gltf-animation contributors",
    "version": (0, 1, 0),
    "blender": (3, 3, 0),
    "location": "Dope Sheet > Sidebar > glTF; File > Export > glTF 2.0",
    "description": "Exports and imports how actions play: KHR_animation_clip",
    "doc_url": "https://babylon-gltf-animation.github.io/babylon-gltf-animation/docs/blender.html",
    "category": "Import-Export",
}

from . import options, panel, reports
from .exporting import glTF2ExportUserExtension
from .importing import glTF2ImportUserExtension
from .options import register_panel

# Blender's exporter and importer look for these names in each enabled add-on.
__all__ = ["glTF2ExportUserExtension", "glTF2ImportUserExtension", "register_panel"]


def register():
    for module in (reports, options, panel):
        module.register()


def unregister():
    for module in (panel, options, reports):
        module.unregister()
