import cuisines from '../../../data/categories/cuisines.json' with { type: 'json' }
import driving from '../../../data/categories/driving.json' with { type: 'json' }
import eating from '../../../data/categories/eating.json' with { type: 'json' }
import emergency from '../../../data/categories/emergency.json' with { type: 'json' }
import groceries from '../../../data/categories/groceries.json' with { type: 'json' }
import groups from '../../../data/categories/groups.json' with { type: 'json' }
import health from '../../../data/categories/health.json' with { type: 'json' }
import leisure from '../../../data/categories/leisure.json' with { type: 'json' }
import lodging from '../../../data/categories/lodging.json' with { type: 'json' }
import nature from '../../../data/categories/nature.json' with { type: 'json' }
import personalServices from '../../../data/categories/personal-services.json' with { type: 'json' }
import publicServices from '../../../data/categories/public-services.json' with { type: 'json' }
import shops from '../../../data/categories/shops.json' with { type: 'json' }
import sights from '../../../data/categories/sights.json' with { type: 'json' }
import sports from '../../../data/categories/sports.json' with { type: 'json' }
import transport from '../../../data/categories/transport.json' with { type: 'json' }
import worship from '../../../data/categories/worship.json' with { type: 'json' }
import type { CategoryRecord } from './category.ts'

/** Records in the order that decides which category of an object comes first; groups are last. */
const records: Readonly<Record<string, CategoryRecord>> = {
  ...eating,
  ...cuisines,
  ...groceries,
  ...shops,
  ...personalServices,
  ...publicServices,
  ...health,
  ...emergency,
  ...lodging,
  ...transport,
  ...driving,
  ...sights,
  ...worship,
  ...leisure,
  ...sports,
  ...nature,
  ...groups,
}

/** Returns the records of all categories by id; bundles contain them compressed. */
export const categoryRecords = (): Readonly<Record<string, CategoryRecord>> => records
