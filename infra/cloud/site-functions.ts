import { viewerHeader } from './firewall-rules.ts'

/* CloudFront Functions (cloudfront-js-2.0). They run on every viewer request, without modules. */

/**
 * Sets the viewer's address in a header. Of IPv6 addresses it keeps the network (four groups), as the firewall counts.
 * A value sent by the viewer is replaced.
 */
export const nameViewer = `function handler(event) {
  var request = event.request
  var ip = event.viewer.ip
  var value = ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip
  request.headers['${viewerHeader}'] = { value: value }
  return request
}`

/** Maps `/docs`, the address of the reference, to its page `docs/index.html` in the bucket. */
export const findPage = `function handler(event) {
  var request = event.request
  if (request.uri === '/docs' || request.uri === '/docs/') request.uri = '/docs/index.html'
  return request
}`
