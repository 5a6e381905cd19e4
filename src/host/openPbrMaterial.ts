interface OpenPbrInternals {
  _useGeometryThicknessFromGreenChannel?: boolean;
}

/** Sets whether an OpenPBR material reads thickness from the green channel of its texture, as in glTF. */
export function setThicknessFromGreen(material: object, value: boolean): void {
  (material as OpenPbrInternals)._useGeometryThicknessFromGreenChannel = value;
}
