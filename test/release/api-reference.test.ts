import { expect, test } from 'vitest'
import { renderApiReference } from '../../release/index.ts'

test('a reference lists every export with its members, their types and comments', () => {
  const text = renderApiReference('maps', [
    `import type { Stack } from 'x';
/** Options. */
export interface Options {
    /** The region. */
    region: string;
    /**
     * Rate; see {@link region}.
     * Default 5.
     */
    rate?: {
        perSecond: number;
    } | 'off';
    jobs?: JobOptions;
}
/** Makes maps. */
export declare function make(options: Options): void;
`,
  ])
  expect(text).toBe(`# maps

## Options

Options.

\`\`\`ts
export interface Options
\`\`\`

| Member | Type | |
|---|---|---|
| \`region\` | \`string\` | The region. |
| \`rate?\` | \`{ perSecond: number; } \\| 'off'\` | Rate; see \`region\`. Default 5. |
| \`jobs?\` | \`JobOptions\` |  |

## make

Makes maps.

\`\`\`ts
export declare function make(options: Options): void;
\`\`\`
`)
})
