import { putHashed, type Storage } from '#platform/storage'
import { removeBuild } from './catalog.ts'
import { Manifest, type ManifestFile } from './manifest.ts'
import { assertBuildId, assertRegionName, buildPrefix, filePattern, manifestKey } from './names.ts'

/** Facts of a manifest that the caller must supply. */
export type ManifestFacts = Omit<Manifest, 'name' | 'build' | 'files'>

/**
 * Writes a new build file by file. {@link DatasetWriter.finish} writes the manifest, which makes the build exist;
 * `publish` puts it into service.
 */
export class DatasetWriter {
  readonly #storage: Storage
  readonly #name: string
  readonly #build: string
  readonly #files: ManifestFile[] = []

  constructor(storage: Storage, name: string, build: string) {
    assertRegionName(name)
    assertBuildId(build)
    this.#storage = storage
    this.#name = name
    this.#build = build
  }

  /** Stores a file and records its size and SHA-256. */
  async add(file: string, body: AsyncIterable<Uint8Array>): Promise<ManifestFile> {
    if (!filePattern.test(file) || file === 'manifest.json')
      throw new TypeError(`not the name of a file of a build: ${file}`)
    const key = buildPrefix(this.#name, this.#build) + file
    const entry = { name: file, ...(await putHashed(this.#storage, key, body)) }
    this.#files.push(entry)
    return entry
  }

  /** Writes the manifest, with the files by name. */
  async finish(facts: ManifestFacts): Promise<Manifest> {
    const files = this.#files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const manifest = Manifest.parse({ name: this.#name, build: this.#build, ...facts, files })
    await this.#storage.put(
      manifestKey(this.#name, this.#build),
      `${JSON.stringify(manifest, null, 2)}\n`,
    )
    return manifest
  }

  /** Removes the unfinished build. */
  async discard(): Promise<void> {
    await removeBuild(this.#storage, this.#name, this.#build)
  }
}
