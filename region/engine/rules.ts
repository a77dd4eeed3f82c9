import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { builderPath } from './program.ts'

/** The script in the tile builder of Valhalla 3.6.1 (its `lua/graph.lua`) that tells what the tags of a way mean. */
const script = {
  /** Its first words. */
  begin: '--TODO: check if you can use lua type boolean',
  bytes: 83_745,
  sha256: '3cfc6c571472898a9df643e92b5cdee6b4e13980d7b8a8b5dff8078f0cca48e8',
}

const travellers = 'auto truck bus bike emergency hov taxi moped motorcycle pedestrian'

/** What need not be said to the builder (mjolnir/pbfgraphparser.cc), which begins with zeros for each way and node. */
const silent = {
  ways: {
    /** Of these it stores whether they are `true`. */
    flags: [
      ...travellers.split(' ').flatMap((each) => [`${each}_forward`, `${each}_backward`]),
      ...'oneway oneway_reverse roundabout link ferry rail tunnel bridge toll lit'.split(' '),
      ...'private private_hgv truck_route no_thru_traffic shoulder_left'.split(' '),
      ...'shoulder_right cycle_lane_left_opposite cycle_lane_right_opposite'.split(' '),
    ],
    numbers: 'use bike_network_mask cycle_lane_left cycle_lane_right'.split(' '),
    /** These it does not read: the rules have said it with keys of their own. */
    unread: 'highway source maxspeed access foot motor_vehicle note created_by'.split(' '),
  },
  nodes: {
    flags: 'gate bollard sump_buster private'.split(' '),
    numbers: ['tagged_access'],
    unread: [],
  },
}

/**
 * What is said of a way is filled into the same table each time, which has room for all; and half of it is left out, which
 * would say nothing. So is most of what is said of each node without tags.
 */
const withLessWork = `
local function silencer(flags, numbers, unread)
  return function(said)
    for i = 1, #flags do
      if said[flags[i]] == 'false' then said[flags[i]] = nil end
    end
    for i = 1, #numbers do
      local number = said[numbers[i]]
      if number == 0 or number == '0' then said[numbers[i]] = nil end
    end
    for i = 1, #unread do said[unread[i]] = nil end
  end
end

local rules_of_node, silence_node = nodes_proc, silencer(${luaLists(silent.nodes)})
function nodes_proc(tags, count)
  local is_left_out, said = rules_of_node(tags, count)
  silence_node(said)
  return is_left_out, said
end

local has_new, new_table = pcall(require, 'table.new')
local has_clear, clear_table = pcall(require, 'table.clear')
if has_new and has_clear then
  local rules_of_way, silence_way = ways_proc, silencer(${luaLists(silent.ways)})
  local said = new_table(0, 128)
  function ways_proc(tags, count)
    clear_table(said)
    for key, value in pairs(tags) do said[key] = value end
    local is_left_out = rules_of_way(said, count)
    silence_way(said)
    return is_left_out, said, 0, 0
  end
end
`

function luaLists(lists: Record<'flags' | 'numbers' | 'unread', readonly string[]>): string {
  const { flags, numbers, unread } = lists
  return [flags, numbers, unread]
    .map((keys) => `{ ${keys.map((key) => `'${key}'`).join(', ')} }`)
    .join(', ')
}

/**
 * The engine's own rules for the tags of ways, as a script for the option `graph_lua_name`, with less work around each
 * way: reading the ways takes a third less processor time, for the same tiles (6 copies of Porto). Undefined where the
 * builder has other rules, which it then applies itself, or is missing, which running it says.
 */
export async function engineRules(): Promise<string | undefined> {
  const program = await readFile(builderPath('valhalla_build_tiles')).catch(() => undefined)
  if (!program) return undefined
  const begin = program.indexOf(script.begin)
  const rules = program.subarray(Math.max(0, begin), begin + script.bytes)
  return hash('sha256', rules) === script.sha256 ? `${rules.toString()}${withLessWork}` : undefined
}
