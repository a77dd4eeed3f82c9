import * as z from 'zod'
import { factor, flag, measure, preference, seconds, whole } from './values.ts'

/**
 * Options of all motor vehicles. Defaults come from the engine's code; they are in seconds unless stated otherwise.
 */
export const motorOptions = {
  maneuver_penalty: seconds(5, 'Penalty where the road name changes, s.'),
  gate_cost: seconds(30, 'Time to pass a gate, s.'),
  gate_penalty: seconds(300, 'Penalty for a gate, s.'),
  private_access_penalty: seconds(450, 'Penalty for a gate or bollard with private access, s.'),
  destination_only_penalty: seconds(600, 'Penalty to enter a road for residents only, s.'),
  toll_booth_cost: seconds(15, 'Time to pass a toll booth, s.'),
  toll_booth_penalty: seconds(0, 'Penalty for a toll booth, s.'),
  ferry_cost: seconds(300, 'Time to board a ferry, s.'),
  use_ferry: preference(0.5, 'Ferries: 0 avoids, 1 prefers.'),
  rail_ferry_cost: seconds(300, 'Time to board a rail ferry, s.'),
  use_rail_ferry: preference(0.4, 'Rail ferries: 0 avoids, 1 prefers.'),
  use_highways: preference(0.5, 'Motorways and trunk roads: 0 avoids, 1 prefers.'),
  use_tolls: preference(0.5, 'Toll roads: 0 avoids, 1 prefers.'),
  use_living_streets: preference(0.1, 'Living streets: 0 avoids, 1 prefers.'),
  use_tracks: preference(0, 'Tracks: 0 avoids, 1 prefers.'),
  alley_penalty: seconds(5, 'Penalty to enter an alley, s.'),
  alley_factor: factor(1, 'Multiplier of the cost of alleys; trucks know none.'),
  service_penalty: seconds(75, 'Penalty to enter a service road, s.'),
  service_factor: factor(1, 'Multiplier of the cost of service roads.'),
  country_crossing_cost: seconds(600, 'Time to cross a border, s.'),
  country_crossing_penalty: seconds(0, 'Penalty for a border, s.'),
  top_speed: whole(10, 252, 140, 'The vehicle goes no faster, km/h.'),
  fixed_speed: whole(0, 252, 0, 'One speed on all roads, km/h; 0 uses the speeds of the roads.'),
  height: measure(0, 10, 1.6, 'Height of the vehicle, m.'),
  width: measure(0, 10, 1.9, 'Width of the vehicle, m.'),
  exclude_unpaved: flag('No unpaved roads, except at the ends.'),
  exclude_cash_only_tolls: flag('No tolls that take only cash.'),
  include_hot: flag('Allow high-occupancy toll lanes.'),
  include_hov2: flag('Allow lanes for vehicles with two people.'),
  include_hov3: flag('Allow lanes for vehicles with three people.'),
  closure_factor: measure(1, 10, 9, 'Multiplier of the cost of closed roads at the ends.'),
  shortest: flag('Least distance instead of least time and cost.'),
  exclude_bridges: flag('No bridges, except one that a location lies on.'),
  exclude_tunnels: flag('No tunnels, except one that a location lies on.'),
  exclude_tolls: flag('No toll roads, except one that a location lies on.'),
  exclude_highways: flag('No motorways, except one that a location lies on.'),
  exclude_ferries: flag('No ferries, except one that a location lies on.'),
}

const carOptions = {
  ...motorOptions,
  use_distance: preference(0, 'What counts: 0 time, 1 distance.'),
}

export const AutoOptions = z
  .strictObject(carOptions)
  .meta({ id: 'AutoOptions', description: 'Preferences for `auto`.' })

export const BusOptions = z
  .strictObject(carOptions)
  .meta({ id: 'BusOptions', description: 'Preferences for `bus`: those of `auto`.' })
