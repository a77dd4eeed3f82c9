// Renders the API reference from /openapi.json. A key that the user types stays in the page's memory and is never
// stored.

/** Replacements for Swagger UI components that assistive technology cannot use. */
const accessible = ({ React }) => ({
  wrapComponents: {
    // Swagger UI nests a link in a button. The button alone opens the operation and changes the URL.
    DeepLink: () => (props) => React.createElement('span', null, props.text),
    // The list of servers has a single entry: the server of this page.
    ServersContainer: () => () => null,
  },
})

/** Attributes missing from Swagger UI, by selector. `null` removes an attribute that contradicts the visible text. */
const attributes = [
  ['.close-modal', 'aria-label', 'Close'],
  ['.auth-btn-wrapper button', 'aria-label', null],
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.examples-select-element', 'aria-label', 'Example'],
  // Schemas without a title.
  [
    '.json-schema-2020-12-accordion:has(> .json-schema-2020-12-accordion__children:empty)',
    ...['aria-label', 'Schema'],
  ],
  ['.microlight, .curl, .highlight-code pre, .table-container', 'tabindex', '0'],
]

function mend() {
  for (const [selector, name, value] of attributes) {
    for (const element of document.querySelectorAll(`#reference :is(${selector})`)) {
      if (value === null) element.removeAttribute(name)
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
  }
  // Label the fields of a parameter with the name in its row.
  for (const row of document.querySelectorAll('#reference tr[data-param-name]')) {
    for (const field of row.querySelectorAll('input, select, textarea')) {
      if (!field.ariaLabel) field.ariaLabel = row.dataset.paramName
    }
  }
}

new MutationObserver(mend).observe(document.querySelector('#reference'), {
  childList: true,
  subtree: true,
})

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** Follows the system's colour scheme: Swagger UI is dark inside an element with this class. */
function dress() {
  document.documentElement.classList.toggle('dark-mode', systemIsDark.matches)
}

dress()
systemIsDark.addEventListener('change', dress)

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  plugins: [accessible],
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  displayRequestDuration: true,
})
