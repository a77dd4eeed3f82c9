declare module 'cairn:facts' {
  const facts: import('./facts.ts').PageFacts
  export default facts
}

declare module '*.svg' {
  const text: string
  export default text
}

declare module '*.woff2' {
  const url: string
  export default url
}

declare module '*.css'
