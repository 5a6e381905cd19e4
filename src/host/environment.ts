interface ImageBasedLightInternals<Texture> {
  _babylonTexture?: Texture;
}

/** The texture that an entry of EXT_lights_image_based became; undefined where no scene of the asset uses it. */
export function environmentOf<Texture>(light: object): Texture | undefined {
  return (light as ImageBasedLightInternals<Texture>)._babylonTexture;
}
