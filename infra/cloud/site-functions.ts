import { viewerHeader } from './firewall-rules.ts'

/*
 * CloudFront Functions (cloudfront-js-2.0): run at every request of a viewer, without modules.
 */

/** Says whose call it is; of an IPv6 address its network, as the firewall counts. What a viewer says is replaced. */
export const nameViewer = `function handler(event) {
  var request = event.request
  var ip = event.viewer.ip
  var value = ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip
  request.headers['${viewerHeader}'] = { value: value }
  return request
}`

/** The reference is at \`/docs\`, and its page in the bucket is \`docs/index.html\`. */
export const findPage = `function handler(event) {
  var request = event.request
  if (request.uri === '/docs' || request.uri === '/docs/') request.uri = '/docs/index.html'
  return request
}`
