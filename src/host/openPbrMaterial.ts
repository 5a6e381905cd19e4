interface OpenPbrInternals {
  _useGeometryThicknessFromGreenChannel?: boolean;
}

/** Whether an OpenPBR material has its thickness in the green of its texture, as glTF has it. */
export function setThicknessFromGreen(material: object, value: boolean): void {
  (material as OpenPbrInternals)._useGeometryThicknessFromGreenChannel = value;
}
