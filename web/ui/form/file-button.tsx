import { Upload } from 'lucide-react';
import { useRef } from 'react';

/** The `accept` of a file field. */
export const spreadsheetTypes =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface FileButtonProps {
  /** Other ways, said next to the button. */
  hint: string;
  problem?: string | null;
  onFile: (file: File) => void;
}

/** Opens the browser's file dialog, for a spreadsheet. */
export function FileButton({ hint, problem = null, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <button type="button" className="btn btn-plain btn-sm" onClick={() => input.current?.click()}>
          <Upload className="size-4" aria-hidden="true" />
          Add a CSV or Excel file
        </button>
        <span className="text-base-content/75">{hint}</span>
      </div>
      <input
        ref={input}
        type="file"
        className="hidden"
        aria-label="CSV or Excel file"
        accept={spreadsheetTypes}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again, after it was corrected.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <p role="alert" className="mt-1.5 text-sm text-error empty:mt-0">
        {problem}
      </p>
    </div>
  );
}
