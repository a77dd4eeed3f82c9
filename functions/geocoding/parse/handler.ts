import { parseAddress } from '../../../lib/address/index.ts'
import { endpoint } from '../../../lib/api/index.ts'
import { parse } from './contract.ts'

let isOpen = false

/** The parser makes its tables the first time it is asked for something, which takes 0.1 s. */
async function openParser(): Promise<typeof parseAddress> {
  if (!isOpen) parseAddress('1 Main Street, London')
  isOpen = true
  return parseAddress
}

export const handler = endpoint(
  parse,
  { parser: openParser },
  async ({ text, address, country }, { parser }) => {
    const input = (text ?? address)!
    return { input, components: parser(input, country === undefined ? {} : { country }) }
  },
)
