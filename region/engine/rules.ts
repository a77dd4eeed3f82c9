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

const keysIn = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '))

/** Keys of ways in OpenStreetMap that change nothing in what the rules say with keys of their own. */
const ofWays = {
  /** The builder reads them as they are. Only of `unsigned_ref` do the rules ask whether there are such names. */
  texts: keysIn(
    'name name:en alt_name official_name ref int_ref',
    'destination destination:ref destination:street',
  ),
  /** The builder does not read them either. */
  unread: keysIn(
    'source source:name source:maxspeed source:ref note fixme FIXME description created_by',
    'start_date check_date check_date:surface wikidata wikipedia website owner postal_code',
    'addr:postcode addr:city addr:street old_name old_ref loc_name short_name noname',
    'maxspeed:type zone:traffic lane_markings width horse incline noexit trail_visibility',
  ),
}

const travellers = keysIn('auto truck bus bike emergency hov taxi moped motorcycle pedestrian')

/** What need not be said to the builder (mjolnir/pbfgraphparser.cc), which begins with zeros for each way and node. */
const silent = {
  ways: {
    /** Of these it stores whether they are `true`. */
    flags: [
      ...travellers.flatMap((each) => [`${each}_forward`, `${each}_backward`]),
      ...keysIn(
        'oneway oneway_reverse roundabout link ferry rail tunnel bridge toll lit',
        'private private_hgv truck_route no_thru_traffic shoulder_left',
        'shoulder_right cycle_lane_left_opposite cycle_lane_right_opposite',
      ),
    ],
    numbers: keysIn('use bike_network_mask cycle_lane_left cycle_lane_right'),
    /** These it does not read: the rules have said it with keys of their own. */
    unread: keysIn(
      'highway maxspeed access foot motor_vehicle cycleway segregated motorroad proposed',
    ),
  },
  nodes: {
    flags: keysIn('gate bollard sump_buster private'),
    numbers: keysIn('tagged_access'),
    unread: [],
  },
}

/** Kinds of ways that are remembered, at about 2 kB each, until all are forgotten. */
const maxKinds = 20_000

/**
 * Replaces the script's functions for nodes and ways. The new ones call them and drop the values that the builder would
 * assume anyway: half of those of a way, most of those of a node without tags. The result for a way is kept for all ways
 * whose tags differ in texts only.
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

local function set_of(keys)
  local set = {}
  for i = 1, #keys do set[keys[i]] = true end
  return set
end

local rules_of_way, silence_way = ways_proc, silencer(${luaLists(silent.ways)})
local is_text, is_unread = set_of(${luaList(ofWays.texts)}), set_of(${luaList(ofWays.unread)})

local function kind_of(tags, count)
  local is_left_out, said = rules_of_way(tags, count)
  if is_left_out ~= 0 then return { is_left_out = is_left_out, said = {} } end
  silence_way(said)
  for key, value in pairs(said) do
    if type(value) == 'number' then said[key] = tostring(value) end
  end
  return { is_left_out = is_left_out, said = said }
end

local kinds, kind_count = {}, 0
local parts, texts, text_count = {}, {}, 0
local said = {}

function ways_proc(tags, count)
  if tags.unsigned_ref then
    local kind = kind_of(tags, count)
    return kind.is_left_out, kind.said, 0, 0
  end
  -- The table of a kind has the texts of one way at a time.
  for i = 1, text_count do said[texts[i]] = nil end
  text_count = 0
  local part_count = 0
  for key, value in pairs(tags) do
    if is_text[key] then
      text_count = text_count + 1
      texts[text_count] = key
    elseif not is_unread[key] then
      parts[part_count + 1], parts[part_count + 2] = key, value
      part_count = part_count + 2
    end
  end
  local id = table.concat(parts, '\\0', 1, part_count)
  local kind = kinds[id]
  if not kind then
    if kind_count == ${maxKinds} then kinds, kind_count = {}, 0 end
    local ruled = {}
    for i = 1, part_count, 2 do ruled[parts[i]] = parts[i + 1] end
    kind = kind_of(ruled, count)
    kinds[id], kind_count = kind, kind_count + 1
  end
  said = kind.said
  for i = 1, text_count do said[texts[i]] = tags[texts[i]] end
  return kind.is_left_out, said, 0, 0
end
`

function luaList(keys: readonly string[]): string {
  return `{ ${keys.map((key) => `'${key}'`).join(', ')} }`
}

function luaLists(lists: Record<'flags' | 'numbers' | 'unread', readonly string[]>): string {
  const { flags, numbers, unread } = lists
  return [flags, numbers, unread].map(luaList).join(', ')
}

/**
 * The engine's own rules for the tags of ways, as a script for the option `graph_lua_name`, with less work around each
 * way: reading the ways takes 46 % of the processor time, for the same tiles (6 copies of Porto). Undefined where the
 * builder has other rules, which it then applies itself, or is missing, which running it says.
 */
export async function engineRules(): Promise<string | undefined> {
  const program = await readFile(builderPath('valhalla_build_tiles')).catch(() => undefined)
  if (!program) return undefined
  const begin = program.indexOf(script.begin)
  const rules = program.subarray(Math.max(0, begin), begin + script.bytes)
  return hash('sha256', rules) === script.sha256 ? `${rules.toString()}${withLessWork}` : undefined
}
