import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { CreateTableCommand, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import dynalite from 'dynalite'
import { ledgerWriter } from '../../functions/ledger/handler.ts'
import { newClient } from '../../lib/accounts/aws/client.ts'
import { accountsTable, openTableLedger } from '../../lib/accounts/aws.ts'
import type { ImageAttribute } from '../../lib/accounts/ledger.ts'

/** A DynamoDB stand-in on a port of its own, in memory. */
export async function startDynalite() {
  const server = dynalite({ createTableMs: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  // The adapter's own client, but pointed here; its timeouts are for a service, not for a busy test machine.
  const connect = (config: DynamoDBClientConfig = {}) =>
    newClient({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      requestHandler: { requestTimeout: 60_000 },
      ...config,
    })
  const createTable = async (table: string) => {
    const { partitionKey, sortKey } = accountsTable
    const client = connect()
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [partitionKey, sortKey].map((name) => ({
          AttributeName: name,
          AttributeType: 'S',
        })),
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
      }),
    )
    client.destroy()
  }
  return { connect, createTable, stop: () => server.close() }
}

type Item = Record<string, unknown>

/**
 * Stands in for the table's stream, which dynalite lacks: every write of an account item through this
 * client is asked for its new image, and the true stream function is called with the record before the
 * write returns. Records of one item can arrive out of order here, which a stream's never do: the old
 * image is the latest known one before the new, or the new one itself where it only repeats its moves.
 */
export function withStream(
  client: DynamoDBDocumentClient,
  plain: DynamoDBDocumentClient,
  table: string,
) {
  const write = ledgerWriter(async () => openTableLedger({ table, client: plain }))
  const images = new Map<string, Item[]>()
  const follow = async (item: Item) => {
    const known = images.get(String(item.pk)) ?? []
    const moves = Number(item.moves)
    const old = known
      .filter((image) => Number(image.moves) <= moves)
      .sort((a, b) => Number(b.moves) - Number(a.moves))[0]
    images.set(String(item.pk), [...known.slice(-300), item])
    const record = {
      dynamodb: {
        SequenceNumber: String(known.length),
        OldImage: old && imageOf(old),
        NewImage: imageOf(item),
      },
    }
    const { batchItemFailures } = await write({ Records: [record] } as DynamoDBStreamEvent)
    if (batchItemFailures.length > 0) throw new Error('the stream function failed')
  }
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as Item & { Key?: Item; Item?: Item }
      const key = String((input.Key ?? input.Item)?.pk)
      const put = context.commandName === 'PutItemCommand' || context.commandName === 'PutCommand'
      const update = 'UpdateExpression' in input
      if (!key.startsWith('ACCOUNT#') || !(put || update)) return next(args)
      const result = await next(
        update ? { ...args, input: { ...input, ReturnValues: 'ALL_NEW' } as never } : args,
      )
      const { Attributes } = result.output as { Attributes?: Item }
      const image = update ? Attributes : input.Item
      if (image) await follow(image)
      return result
    },
    { step: 'initialize', name: 'streamStandIn' },
  )
  return client
}

function imageOf(item: Item): Record<string, ImageAttribute> {
  const entries = Object.entries(item).filter(([, value]) => !(value instanceof Set))
  return Object.fromEntries(entries.map(([name, value]) => [name, attributeOf(value)]))
}

function attributeOf(value: unknown): ImageAttribute {
  if (typeof value === 'number') return { N: String(value) }
  if (Array.isArray(value)) return { L: value.map(attributeOf) }
  return typeof value === 'string' ? { S: value } : { M: imageOf(value as Item) }
}
