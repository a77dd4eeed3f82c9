// Draws the reference from /openapi.json. A typed key stays in this page: it is kept nowhere.

/** Components of Swagger UI, replaced where assistive technology cannot use them. */
const accessible = ({ React }) => ({
  wrapComponents: {
    // A link within a button; the button alone opens the operation and changes the address.
    DeepLink: () => (props) => React.createElement('span', null, props.text),
    // There is one server: this one.
    ServersContainer: () => () => null,
  },
})

/** Attributes that Swagger UI leaves out, by selector; null removes one that contradicts the text. */
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
  // Values of parameters have the name of their row.
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

/** Swagger UI is dark below an element of this class. */
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
