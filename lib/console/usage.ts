import { setImmediate } from 'node:timers/promises'
import { formatUsd, type LedgerRow, toLedgerRecord } from '#platform/accounts'

const days = 30
const latestRows = 100
/** Rows summed between two turns of the event loop, which is shared with other calls. */
const rowsPerTurn = 500

/** Calls and charges of one operation on one day. */
interface Use {
  day: string
  operation: string
  calls: number
  charged: number
}

/** Summarizes the ledger of an account: usage by day and operation for the last 30 days (UTC), and the newest rows. */
export async function summarizeLedger(rows: AsyncIterable<LedgerRow>, now: Date) {
  const uses = new Map<string, Use>()
  const firstDay = toDay(new Date(now.getTime() - (days - 1) * 24 * 3_600_000))
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
    last_day: toDay(now),
    usage,
    ledger: latest.slice(-latestRows).reverse().map(toLedgerRecord),
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

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
