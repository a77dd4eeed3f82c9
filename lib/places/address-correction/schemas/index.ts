/** The schemas of the API and the rule for charging, the only part of address correction that contracts import. */
export { wasRead } from '../corrected-address.ts'
export { maxAddresses, ParseAddressRequest } from './parse-address-request.ts'
export { ParseAddressResponse } from './parse-address-response.ts'
