import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Inbox } from '../../../../infra/local/jobs/inbox.ts'

let home: string
let now: number
let inbox: Inbox

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-inbox-'))
  now = Date.now()
  inbox = new Inbox(home, () => now)
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

function drop(key: string, text = 'address\nVia Pegna 5\n'): string {
  const path = join(home, key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  utimesSync(path, new Date(now), new Date(now))
  return path
}

describe('the watched folder', () => {
  test('reports nothing before it exists', async () => {
    expect(await inbox.poll()).toEqual([])
  })

  test('reports a file three seconds after the clock was set back by an hour', async () => {
    drop('jobs/in/acme/a.csv')
    expect(await inbox.poll()).toEqual([])
    now -= 3_600_000
    expect(await inbox.poll()).toEqual([])
    now += 3000
    expect(await inbox.poll()).toEqual(['jobs/in/acme/a.csv'])
  })

  test('reports a file once it has not changed for three seconds, and only once', async () => {
    drop('jobs/in/acme/a.csv')
    expect(await inbox.poll()).toEqual([])
    now += 2000
    expect(await inbox.poll()).toEqual([])
    now += 1500
    expect(await inbox.poll()).toEqual(['jobs/in/acme/a.csv'])
    now += 60_000
    expect(await inbox.poll()).toEqual([])
  })

  test('waits for a file that is still being written', async () => {
    drop('jobs/in/acme/a.csv', 'address\n')
    await inbox.poll()
    now += 2500
    drop('jobs/in/acme/a.csv', 'address\nVia Pegna 5\n')
    expect(await inbox.poll()).toEqual([])
    now += 2000
    expect(await inbox.poll()).toEqual([])
    now += 2000
    expect(await inbox.poll()).toEqual(['jobs/in/acme/a.csv'])
  })

  test('reports a file at once when it was moved there with its old time', async () => {
    const path = drop('elsewhere.csv')
    const old = new Date(now - 86_400_000)
    utimesSync(path, old, old)
    mkdirSync(join(home, 'jobs/in/acme'), { recursive: true })
    renameSync(path, join(home, 'jobs/in/acme/a.csv'))
    expect(await inbox.poll()).toEqual(['jobs/in/acme/a.csv'])
  })

  test('reports a file again when it was replaced', async () => {
    drop('jobs/in/acme/a.csv')
    now += 5000
    expect(await inbox.poll()).toEqual(['jobs/in/acme/a.csv'])
    drop('jobs/in/acme/a.csv', 'address\nVia Pegna 7 bis\n')
    expect(await inbox.poll()).toEqual([])
    now += 5000
    expect(await inbox.poll()).toEqual(['jobs/in/acme/a.csv'])
  })

  test('omits hidden files, requests, and files outside the folder of an account', async () => {
    drop('jobs/in/acme/.a.csv.part')
    drop('jobs/in/acme/.git/a.csv')
    drop('jobs/in/acme/a.csv.job.json', '{}')
    drop('jobs/in/a.csv')
    drop('jobs/in/acme/2026/b.csv')
    await inbox.poll()
    now += 10_000
    expect(await inbox.poll()).toEqual(['jobs/in/acme/2026/b.csv'])
  })
})
