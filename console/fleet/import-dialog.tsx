// Imports vehicles or drivers from a file: selection, preview, request, and the result of each row.
import { Alert, Button, FileButton, Group, List, Modal, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import type { EndpointShape } from '../../contract/endpoint.ts'
import type { FleetImported, FleetRowResult } from '../../contract/fleet.ts'
import { recordLimits } from '../../contract/shared.ts'
import { apiClient } from '../api/client.ts'
import { describeError, describeFieldError, describeRefusal, parseFormPath } from '../api/problems.ts'
import { refreshEndpoints } from '../api/query.ts'
import { ErrorAlert } from '../fields/refusals.tsx'
import { isTable, readTable } from '../platform/table-file.ts'
import { QuietText } from '../shell/quiet-text.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { useTexts } from '../words/language.ts'
import { convertRows, type FleetRows, getFileRowNumber } from './rows.ts'
import { fleetTexts } from './words.ts'

export interface ImportKind {
  list: EndpointShape
  import: EndpointShape & { elements: string }
  schema: object
}

interface ImportDialogProps {
  kind: ImportKind
  opened: boolean
  onClose(): void
}

export function ImportDialog({ kind, opened, onClose }: ImportDialogProps) {
  const texts = useTexts(fleetTexts)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.importFile} size="lg">
      <Importing kind={kind} />
    </Modal>
  )
}

const errorsShown = 10

/** Returns the errors of a row in the language of the console, each with its place in the file. */
function errorsOf({ index, errors = [], ...row }: FleetRowResult, headerOf: FleetRows['headerOf']) {
  const rowNumber = String(getFileRowNumber(index))
  if (errors.length === 0) return [{ place: rowNumber, message: describeRefusal(row) }]
  return errors.map((error) => {
    const header = headerOf.get(parseFormPath(error.path).split('.')[0]!)
    return { place: header === undefined ? rowNumber : `${rowNumber}, ${header}`, message: describeFieldError(error) }
  })
}

function useImporting({ list, import: endpoint, schema }: ImportKind) {
  const texts = useTexts(fleetTexts)
  const [found, setFound] = useState<FleetRows>()
  const [result, setResult] = useState<FleetImported & Pick<FleetRows, 'headerOf'>>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const choose = async (file: File | null) => {
    setResult(undefined)
    setProblem(undefined)
    const table = file && (await readTable(file))
    const isFit = table !== null && isTable(table) && table.rows.length <= recordLimits.importRows
    const rows = isFit ? convertRows(table, schema) : undefined
    const errors = rows?.errors ?? []
    setFound(errors.length > 0 ? undefined : rows)
    if (file && !isFit) setProblem(texts.unreadable)
    if (errors.length > 0) setProblem(texts.sheetErrors(errors.slice(0, errorsShown).join(' · '), errors.length))
  }
  const send = async ({ rows, headerOf }: FleetRows) => {
    setBusy(true)
    try {
      const { data } = await apiClient.call(endpoint, { body: { [endpoint.elements]: rows } } as never)
      setResult({ ...(data as unknown as FleetImported), headerOf })
      setFound(undefined)
      await refreshEndpoints(list)
    } catch (error) {
      setProblem(describeError(error))
    }
    setBusy(false)
  }
  return { found, result, problem, isBusy, choose, send }
}

function Importing({ kind }: { kind: ImportKind }) {
  const texts = useTexts(fleetTexts)
  const { found, result, problem, isBusy, choose, send } = useImporting(kind)
  const open = useRef<HTMLButtonElement>(null)
  useShortcuts([
    { label: texts.chooseFile, group: texts.importFile, run: () => open.current?.click() },
    ...(found
      ? [{ label: texts.importRows(found.rows.length), group: texts.importFile, run: () => void send(found) }]
      : []),
  ])
  const errors = (result?.results ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap((row) => errorsOf(row, result!.headerOf))
  return (
    <Stack gap="md">
      <QuietText>{texts.importAbout}</QuietText>
      <ErrorAlert message={problem} />
      {found && found.unknown.length > 0 ? (
        <Alert color="yellow">{texts.unknownColumns(found.unknown.join(', '))}</Alert>
      ) : null}
      <div role="status">
        {result ? texts.imported(result.summary.created, result.summary.updated, result.summary.unchanged) : null}
        {errors.length > 0 ? (
          <List size="sm" mt="xs">
            {errors.map(({ place, message }) => (
              <List.Item key={`${place} ${message}`}>{texts.rowFailed(place, message)}</List.Item>
            ))}
          </List>
        ) : null}
      </div>
      <Group gap="xs">
        <FileButton onChange={(file) => void choose(file)} accept=".csv,.txt,.tsv,.xlsx">
          {(button) => (
            <Button ref={open} {...button}>
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
        {found ? (
          <Button variant="filled" onClick={() => void send(found)} loading={isBusy}>
            {texts.importRows(found.rows.length)}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
