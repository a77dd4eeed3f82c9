import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { findBuilder } from './program.ts'

/** The script in the tile builder of Valhalla 3.6.1 (its `lua/graph.lua`) that interprets the tags of a way. */
const script = {
  /** First words of the script. */
  begin: '--TODO: check if you can use lua type boolean',
  bytes: 83_745,
  sha256: '3cfc6c571472898a9df643e92b5cdee6b4e13980d7b8a8b5dff8078f0cca48e8',
}

const splitKeys = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '))

/** OpenStreetMap keys of ways that do not affect the values that the rules set under keys of their own. */
const ofWays = {
  /** Keys that the builder reads as they are. The rules only check one of them for presence, `unsigned_ref`. */
  texts: splitKeys(
    'name name:en alt_name official_name ref int_ref',
    'destination destination:ref destination:street',
  ),
  /** Keys that the builder does not read either. */
  unread: splitKeys(
    'source source:name source:maxspeed source:ref note fixme FIXME description created_by',
    'start_date check_date check_date:surface wikidata wikipedia website owner postal_code',
    'addr:postcode addr:city addr:street old_name old_ref loc_name short_name noname',
    'maxspeed:type zone:traffic lane_markings width horse incline noexit trail_visibility',
  ),
}

const travellers = splitKeys('auto truck bus bike emergency hov taxi moped motorcycle pedestrian')

/**
 * Values that need not be passed to the builder (mjolnir/pbfgraphparser.cc), which starts with zeros for each way and
 * node.
 */
const silent = {
  ways: {
    /** Keys that the builder only compares with `true`. */
    flags: [
      ...travellers.flatMap((each) => [`${each}_forward`, `${each}_backward`]),
      ...splitKeys(
        'oneway oneway_reverse roundabout link ferry rail tunnel bridge toll lit',
        'private private_hgv truck_route no_thru_traffic shoulder_left',
        'shoulder_right cycle_lane_left_opposite cycle_lane_right_opposite',
      ),
    ],
    numbers: splitKeys('use bike_network_mask cycle_lane_left cycle_lane_right'),
    /** Keys that the builder does not read: the rules have expressed them with keys of their own. */
    unread: splitKeys(
      'highway maxspeed access foot motor_vehicle cycleway segregated motorroad proposed',
    ),
  },
  nodes: {
    flags: splitKeys('gate bollard sump_buster private'),
    numbers: splitKeys('tagged_access'),
    unread: [],
  },
}

/** Maximum number of kinds of ways in the cache, at about 2 kB each; a full cache is emptied. */
const maxKinds = 20_000

/**
 * Replaces the script's functions for nodes and ways. The new ones call them and drop the values that the builder
 * would assume anyway: half of the values of a way, most of the values of a node without tags. The result for a way is
 * kept for all ways whose tags differ only in texts.
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

local rules_of_node, silence_node = nodes_proc, silencer(${formatLuaLists(silent.nodes)})
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

local rules_of_way, silence_way = ways_proc, silencer(${formatLuaLists(silent.ways)})
local is_text, is_unread = set_of(${formatLuaList(ofWays.texts)}), set_of(${formatLuaList(ofWays.unread)})

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

function formatLuaList(keys: readonly string[]): string {
  return `{ ${keys.map((key) => `'${key}'`).join(', ')} }`
}

function formatLuaLists(lists: Record<'flags' | 'numbers' | 'unread', readonly string[]>): string {
  const { flags, numbers, unread } = lists
  return [flags, numbers, unread].map(formatLuaList).join(', ')
}

/**
 * Returns the engine's own rules for the tags of ways, as a script for the option `graph_lua_name`, with less work
 * around each way. Reading the ways then takes 46 % of the processor time, for the same tiles (6 copies of Porto).
 * Returns undefined if the builder has other rules, which it then applies itself, or if the builder is missing, which
 * running it reports.
 */
export async function readEngineRules(): Promise<string | undefined> {
  const program = await readFile(findBuilder('valhalla_build_tiles')).catch(() => undefined)
  if (!program) return undefined
  const begin = program.indexOf(script.begin)
  const rules = program.subarray(Math.max(0, begin), begin + script.bytes)
  return hash('sha256', rules) === script.sha256 ? `${rules.toString()}${withLessWork}` : undefined
}
