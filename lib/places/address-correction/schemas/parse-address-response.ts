import * as z from 'zod'
import { correctedFields, correctionTypes, wholeAddress } from '../corrected-address.ts'

const text = z.string().min(1)

const keys = [...correctedFields, 'country_code'] as const

const Components = z
  .object(
    Object.fromEntries(keys.map((key) => [key, text.optional()])) as Record<
      (typeof keys)[number],
      z.ZodOptional<typeof text>
    >,
  )
  .meta({
    id: 'CorrectedComponents',
    description:
      'The corrected address by component, and what it lies in where the data settles it: county, region and ' +
      'country may be here without being in the line. `country_code` is ISO 3166-1 alpha-3.',
  })

const CorrectionItem = z
  .object({
    field: z.enum([...correctedFields, wholeAddress]).meta({
      description: `The component, or \`${wholeAddress}\` for the order of the line and words of no component.`,
    }),
    type: z.enum(correctionTypes).meta({
      description:
        '`typo`: other letters; `abbreviation`: a shortened word in full; `inferred`: added; `reformatted`: ' +
        'case, accents, punctuation, blanks or order; `removed`: taken out.',
    }),
    original: text.nullable().meta({ description: 'As in the input; null for `inferred`.' }),
    corrected: text.nullable().meta({ description: 'As in `corrected`; null for `removed`.' }),
  })
  .meta({ id: 'AddressCorrection' })

const CorrectedItem = z
  .object({
    index: z.int().min(0).meta({ description: 'Of the address in the request.' }),
    input: z.string(),
    corrected: z.string().meta({
      description:
        'The address in one line, as its country writes it; the input itself where nothing was corrected.',
    }),
    components: Components,
    corrections: z.array(CorrectionItem).meta({
      description: 'Every difference between `input` and `corrected`.',
    }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({
        description:
          'From 0.9 clean or well supported; from 0.7 some inference, to be reviewed; from 0.5 not confirmed ' +
          'by the data; 0 for a text that is no address.',
      }),
  })
  .meta({ id: 'CorrectedItem' })

export const ParseAddressResponse = z
  .object({ results: z.array(CorrectedItem) })
  .meta({ id: 'ParseAddressResponse' })

export type ParseAddressResponse = z.output<typeof ParseAddressResponse>
