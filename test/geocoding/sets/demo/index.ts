import type { Check } from '../check.ts'
import { areas } from './areas.ts'
import { houses } from './houses.ts'
import { scoped } from './scoped.ts'
import { streets } from './streets.ts'
import { venues } from './venues.ts'

export const demo: readonly Check[] = [...areas, ...houses, ...scoped, ...streets, ...venues]
