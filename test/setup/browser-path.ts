import { existsSync } from 'node:fs'

/** Where Debian and others install it. */
const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The installed browser: `CAIRN_CHROMIUM`, or one of the usual places. Tests are left out without it. */
export const browserPath = [process.env.CAIRN_CHROMIUM, ...paths].find(
  (path) => path && existsSync(path),
)
