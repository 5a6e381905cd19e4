# SPDX-License-Identifier: GPL-3.0-or-later
"""
`npm run build:blender`: packs the add-on in dist/khr_animation_clip.zip, or in another file that is given as argument.
The same sources give the same bytes.
"""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

HERE = Path(__file__).parent
OUT = HERE.parent / "dist" / "khr_animation_clip.zip"


def files():
    folder = HERE / "khr_animation_clip"
    return sorted(path for path in folder.iterdir() if path.suffix in (".py", ".toml") or path.name == "LICENSE")


def build(out):
    out.parent.mkdir(exist_ok=True)
    with ZipFile(out, "w") as archive:
        for path in files():
            entry = ZipInfo(path.relative_to(HERE).as_posix())  # its time is always the first of 1980
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, path.read_bytes())
    return out


if __name__ == "__main__":
    print(build(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT))
