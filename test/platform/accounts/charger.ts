import { openLocalAccounts } from '#platform/accounts/local'

/** A separate process for the tests: opens the file and charges one account. Its arguments say which. */
const [path, accountId, keyId, count] = process.argv.slice(2) as [string, string, string, string]
const store = openLocalAccounts(path)
let paid = 0
for (let i = 0; i < Number(count); i++) {
  const requestId = `${process.pid} ${i}`
  const charge = { accountId, keyId, requestId, operation: 'routing/route', amount: 1 }
  try {
    await store.charge(charge)
    paid++
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'payment_required' && code !== 'forbidden') throw error
  }
}
store.close()
process.stdout.write(`${paid}`)
