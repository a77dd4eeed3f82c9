import { setImmediate } from 'node:timers/promises'
import { formatUsd, type LedgerRow, ledgerRecord } from '#platform/accounts'

const days = 30
const latestRows = 100
/** Rows between two turns of the event loop, which other calls share. */
const rowsPerTurn = 500

/** The calls and charges of one operation on one day. */
interface Use {
  day: string
  operation: string
  calls: number
  charged: number
}

/** The ledger of an account in short: use by day and operation of the last 30 days (UTC), and the newest rows. */
export async function summarizeLedger(rows: AsyncIterable<LedgerRow>, now: Date) {
  const uses = new Map<string, Use>()
  const firstDay = dayOf(new Date(now.getTime() - (days - 1) * 24 * 3_600_000))
  let latest: LedgerRow[] = []
  let count = 0
  for await (const row of rows) {
    latest.push(row)
    if (latest.length >= 2 * latestRows) latest = latest.slice(-latestRows)
    const day = row.at.slice(0, 10)
    if (row.kind === 'charge' && day >= firstDay) add(uses, day, row)
    if (++count % rowsPerTurn === 0) await setImmediate()
  }
  const usage = [...uses.values()].map(({ charged, ...use }) => ({
    ...use,
    charged_usd: formatUsd(charged),
  }))
  return {
    first_day: firstDay,
    last_day: dayOf(now),
    usage,
    ledger: latest.slice(-latestRows).reverse().map(ledgerRecord),
    ledger_rows: count,
  }
}

function add(uses: Map<string, Use>, day: string, { operation = '', amount }: LedgerRow): void {
  const name = `${day} ${operation}`
  const use = uses.get(name) ?? { day, operation, calls: 0, charged: 0 }
  use.calls++
  use.charged -= amount
  uses.set(name, use)
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
