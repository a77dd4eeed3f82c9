import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2'
import cyrillicBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-700-normal.woff2'
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2'
import greekBold from '@fontsource/noto-sans/files/noto-sans-greek-700-normal.woff2'
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2'
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff2'
import latinMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2'
import latinMoreBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff2'

const ranges = {
  latin: ['U+0000-00FF', 'U+0131', 'U+0152-0153', 'U+02BB-02DC', 'U+2000-206F', 'U+20AC', 'U+2122'],
  latinMore: ['U+0100-02BA', 'U+02BD-02FF', 'U+1D00-1DBF', 'U+1E00-1EFF', 'U+2C60-2C7F'],
  cyrillic: ['U+0301', 'U+0400-045F', 'U+0490-0491', 'U+04B0-04B1', 'U+2116'],
  greek: ['U+0370-03FF'],
}

const makeFace = (url: string, range: string[]) => ({
  url: new URL(url, location.href).href,
  'unicode-range': range,
})

/** Fonts of map labels. The browser's own font draws the characters that they lack. */
export const fontFaces = {
  noto_sans_regular: [
    makeFace(latin, ranges.latin),
    makeFace(latinMore, ranges.latinMore),
    makeFace(cyrillic, ranges.cyrillic),
    makeFace(greek, ranges.greek),
  ],
  noto_sans_bold: [
    makeFace(latinBold, ranges.latin),
    makeFace(latinMoreBold, ranges.latinMore),
    makeFace(cyrillicBold, ranges.cyrillic),
    makeFace(greekBold, ranges.greek),
  ],
}
