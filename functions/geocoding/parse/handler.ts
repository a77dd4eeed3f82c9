import { parseAddress } from '#places/address'
import { endpoint } from '#platform/api'
import { parse } from './contract.ts'

export const handler = endpoint(
  parse,
  {},
  async ({ text, address, country }) => {
    const input = (text ?? address)!
    return { input, components: parseAddress(input, country === undefined ? {} : { country }) }
  },
  // The first address builds the parser's tables, which takes 0.1 s.
  { warm: () => void parseAddress('1 Main Street, London') },
)
