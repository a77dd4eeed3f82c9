/**
 * Libraries that Lambda's Amazon Linux 2023 provides to a native add-on.
 *
 * glibc 2.34 and GCC 11: Amazon Linux 2023 User Guide, "Improved toolchain: gcc, binutils, and glibc". GCC 11 ships
 * libstdc++ with GLIBCXX_3.4.29 and CXXABI_1.3.13: libstdc++ manual, "ABI Policy and Guidelines". Every image of Amazon
 * Linux 2023 contains libselinux, because its coreutils are linked to it, and Lambda's base images contain the
 * coreutils (`rpm -qa` in amazon-linux-2023 issue 585).
 *
 * Missing, unlike in many distributions: libcrypt.so.1 (libcrypt.so.2 exists; the project declined to ship the old one,
 * amazon-linux-2023 issue 182) and libbsd.
 */
export const systemLibraries: ReadonlySet<string> = new Set([
  'libc.so.6',
  'libm.so.6',
  'libdl.so.2',
  'libpthread.so.0',
  'librt.so.1',
  'libresolv.so.2',
  'ld-linux-x86-64.so.2',
  'ld-linux-aarch64.so.1',
  'libstdc++.so.6',
  'libgcc_s.so.1',
  'libselinux.so.1',
])

/** Libraries of {@link systemLibraries} without symbol versions. */
export const unversionedLibraries: ReadonlySet<string> = new Set(['libselinux.so.1'])

/** Newest symbol versions of {@link systemLibraries}, by the family of the version's name. */
export const systemVersions: Readonly<Record<string, string>> = {
  GLIBC: '2.34',
  GLIBCXX: '3.4.29',
  CXXABI: '1.3.13',
  GCC: '11.0.0',
}

/** Whether the loading process provides a symbol: Node-API. */
export function isProvidedByNode(symbol: string): boolean {
  return /^(napi|node_api)_/.test(symbol)
}

/** Splits `GLIBC_2.17` into family and number. Returns undefined for private and unnumbered versions. */
export function parseVersion(version: string): { family: string; number: string } | undefined {
  const [, family, number] = /^([A-Z]+)_(\d+(?:\.\d+)*)$/.exec(version) ?? []
  return family && number ? { family, number } : undefined
}

/** Compares two version numbers: `2.9` comes before `2.34`. */
export function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
