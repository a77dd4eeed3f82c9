/** Project and licence (SPDX expression) of each library that the layer may contain. */
const licences: Record<string, [project: string, licence: string]> = {
  'libbrotlicommon.so.1': ['Brotli', 'MIT'],
  'libbrotlidec.so.1': ['Brotli', 'MIT'],
  'libcom_err.so.2': ['e2fsprogs (com_err)', 'MIT'],
  'libcrypto.so.1.1': ['OpenSSL 1.1', 'OpenSSL'],
  'libcurl.so.4': ['curl', 'curl'],
  'libgeotiff.so.5': ['libgeotiff', 'MIT AND LicenseRef-Public-Domain'],
  'libgssapi_krb5.so.2': ['MIT Kerberos 5', 'MIT'],
  'libidn2.so.0': ['Libidn2', 'LGPL-3.0-or-later OR GPL-2.0-or-later'],
  'libjbig.so.2.1': ['JBIG-KIT', 'GPL-2.0-or-later'],
  'libjpeg.so.62': ['libjpeg-turbo', 'IJG AND BSD-3-Clause AND Zlib'],
  'libk5crypto.so.3': ['MIT Kerberos 5', 'MIT'],
  'libkeyutils.so.1': ['keyutils', 'LGPL-2.1-or-later'],
  'libkrb5.so.3': ['MIT Kerberos 5', 'MIT'],
  'libkrb5support.so.0': ['MIT Kerberos 5', 'MIT'],
  'liblber-2.4.so.2': ['OpenLDAP', 'OLDAP-2.8'],
  'libldap-2.4.so.2': ['OpenLDAP', 'OLDAP-2.8'],
  'liblz4.so.1': ['LZ4', 'BSD-2-Clause'],
  'libnghttp2.so.14': ['nghttp2', 'MIT'],
  'libproj.so.15': ['PROJ', 'MIT'],
  'libpsl.so.5': ['libpsl', 'MIT'],
  'libsasl2.so.3': ['Cyrus SASL', 'BSD-4-Clause-UC'],
  'libsqlite3.so.0': ['SQLite', 'blessing'],
  'libssh.so.4': ['libssh', 'LGPL-2.1-or-later'],
  'libssl.so.1.1': ['OpenSSL 1.1', 'OpenSSL'],
  'libtiff.so.5': ['LibTIFF', 'libtiff'],
  'libunistring.so.2': ['GNU libunistring', 'LGPL-3.0-or-later OR GPL-2.0-or-later'],
  'libz.so.1': ['zlib', 'Zlib'],
  'valhalla_node.node': ['Valhalla', 'MIT'],
}

/**
 * Writes the layer's NOTICE: each file with its project and licence, and changes. `changed` contains the removed
 * dependencies by file.
 *
 * @throws Error for a file whose licence is not listed here.
 */
export function renderLayerNotice(
  version: string,
  files: readonly string[],
  changed: ReadonlyMap<string, readonly string[]>,
): string {
  const rows = files.map((file) => {
    const [project, licence] = licences[file] ?? []
    if (!project) throw new Error(`${file} is in the layer, but its licence is not known.`)
    const without = changed.get(file)
    const note = without ? `\n    changed: no longer asks for ${without.join(', ')}` : ''
    return `${file}: ${project}, ${licence}${note}`
  })
  return `Binaries of the npm package @valhallajs/valhallajs ${version} (MIT), whose source is
https://github.com/valhalla/valhalla. Each file, its project and its licence:

${rows.join('\n')}

A file marked as changed has lost entries of its list of needed libraries of which it uses no symbol;
all else is as in the package.
`
}
