import { addDecoder, BaseDecoder } from 'geotiff'

/** Inflates tiles with the browser's `DecompressionStream`. The library would load a script for it. */
class NativeInflate extends BaseDecoder {
  override async decodeBlock(bytes: ArrayBuffer): Promise<ArrayBuffer> {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
    return await new Response(inflated).arrayBuffer()
  }
}

/** TIFF compression codes of zlib streams: the code of Adobe, and an older code for the same format. */
const deflate = [8, 32946]

/** Registers the decoder, so that elevation is readable without another script. */
export function useNativeInflate(): void {
  addDecoder(deflate, async () => NativeInflate)
}
