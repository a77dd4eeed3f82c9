export type Difficulty = 'flat' | 'rolling' | 'hilly' | 'mountainous'

/** Upper bounds, exclusive, in percent. */
const classes = [
  { difficulty: 'flat', average: 2, maximum: 5 },
  { difficulty: 'rolling', average: 4, maximum: 8 },
  { difficulty: 'hilly', average: 6, maximum: 15 },
] as const

/** The harder of the two classes that the average and the maximum grade give. */
export function difficultyOf(avgGradePercent: number, maxGradePercent: number): Difficulty {
  const found = classes.find(
    ({ average, maximum }) => avgGradePercent < average && maxGradePercent < maximum,
  )
  return found?.difficulty ?? 'mountainous'
}
