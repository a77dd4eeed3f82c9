import { facts } from '../facts.ts'
import { toWords } from '../format.ts'
import { AddPosition } from '../panel/add-position.tsx'
import { Chips, Choice, Input } from '../panel/inputs.tsx'
import { Stops } from '../panel/stops.tsx'
import { useField } from './fields.ts'
import { GroundFiles, PathFile } from './predict-files.tsx'
import {
  type PredictAreaType,
  personNumbers,
  readAreaType,
  weatherNumbers,
} from './predict-input.ts'

/** Names of behaviour profiles, as searchers use them. */
const profileNames: Readonly<Record<string, string>> = {
  despondent: 'Despondent',
  dementia_alzheimers: 'Dementia (Alzheimer’s)',
}

const areaNames = [
  ['circle', 'Around a place'],
  ['polygon', 'In a polygon'],
  ['path', 'Along a path'],
] as const

const pointTitles = { circle: 'Last seen', polygon: 'Corners', path: 'Points of the path' }
const maxPoints = { circle: 1, polygon: 100, path: 100 }

export function PredictControls() {
  const [area, setArea] = useField('predict.area', 'circle')
  const type = readAreaType({ fields: { 'predict.area': area } })
  return (
    <>
      <p class="warning">
        It ranks ground by published figures. It must never be the reason not to search a place, nor
        the only reason to search one; it knows nothing of this person.
      </p>
      <Chips label="Area" choices={areaNames} chosen={[type]} toggle={setArea} />
      {type === 'path' && <PathFile />}
      <Stops max={maxPoints[type]} title={pointTitles[type]} isRing={type === 'polygon'} />
      <AddPosition isSingle={type === 'circle'} />
      <div class="fields">
        <Choice
          label="Behaviour"
          of={useField('predict.profile', facts.profiles[0]!)}
          choices={facts.profiles.map(
            (each) => [each, profileNames[each] ?? toWords(each)] as const,
          )}
          isWide
        />
        <Input
          label="Missing since (required)"
          of={useField('predict.when', '')}
          type="datetime-local"
          isWide
        />
        <AreaSize key={type} type={type} />
        {personNumbers.map((each) => (
          <NumberField key={each.field} {...each} />
        ))}
        <Choice
          label="Moves"
          title={facts.prediction.transport?.description}
          of={useField('predict.transport', 'unknown')}
          choices={[
            ['unknown', 'nobody knows'],
            ['foot', 'on foot'],
            ['vehicle', 'in a vehicle'],
          ]}
        />
        <Weather />
      </div>
      <GroundFiles />
    </>
  )
}

interface NumberFieldProps {
  param: string
  field: string
  label: string
  missing?: string
}

function NumberField({ param, field, label, missing }: NumberFieldProps) {
  const { description, minimum, maximum } = facts.prediction[param] ?? {}
  return (
    <Input
      label={label}
      title={description}
      missing={missing}
      of={useField(field, '')}
      type="number"
      min={minimum}
      max={maximum}
      step="any"
    />
  )
}

function AreaSize({ type }: { type: PredictAreaType }) {
  const radius = useField('predict.radius', '2')
  const buffer = useField('predict.buffer', '50')
  if (type === 'polygon') return null
  if (type === 'path')
    return <Input label="Metres beside the path" of={buffer} type="number" min={1} max={500} />
  return (
    <>
      <Input label="Radius, km" of={radius} type="number" min={0.1} max={5} step="any" />
      <NumberField
        param="origin_uncertainty_m"
        field="predict.uncertainty"
        label="Place is uncertain by, m"
      />
    </>
  )
}

function Weather() {
  const [source, setSource] = useField('predict.weather', 'neutral')
  return (
    <>
      <Choice
        label="Weather"
        of={[source, setSource]}
        choices={[
          ['neutral', 'neutral'],
          ['lookup', 'looked up'],
          ['given', 'as below'],
        ]}
      />
      {source === 'given' &&
        weatherNumbers.map((each) => (
          <NumberField key={each.field} {...each} missing="All four values are needed." />
        ))}
    </>
  )
}
