import { addDecoder, BaseDecoder } from 'geotiff'

/** Inflates tiles with the browser's own code: the library would load a script for it. */
class NativeInflate extends BaseDecoder {
  override async decodeBlock(bytes: ArrayBuffer): Promise<ArrayBuffer> {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
    return await new Response(inflated).arrayBuffer()
  }
}

/** The compressions of TIFF that are zlib streams: Adobe's, and the older number of the same. */
const deflate = [8, 32946]

/** Makes elevation readable without a further script. */
export function useNativeInflate(): void {
  addDecoder(deflate, async () => NativeInflate)
}
