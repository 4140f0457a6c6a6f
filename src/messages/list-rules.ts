// Rules for lists: CSV files, text files and workbooks. Each rule is a constant, so that a bundle contains only those that it uses.

export const cellUnreadable =
  "{field} has characters that could not be read (�): choose another encoding, or correct the cell";
export const cellControls = "{field} has control characters: choose another encoding, or correct the cell";
export const rowTooWide =
  "the row has {cells} cells, but the list has {columns} columns: quote cells that contain delimiters";
export const rowWiderThanOne =
  "the row has {cells} cells, but the list has 1 column: quote cells that contain delimiters";
export const quoteMissing = "a quoted cell has no closing quote: add it, so that the rows below can be read";
export const rowTooLong = "the row must be at most {max} MB long: shorten it, so that the rows below can be read";
export const rowCells = "the row must have at most {max} cells: remove some columns";
export const lineMissing = "line {text} is missing: add it";
export const quoteInside = "there is text after a closing quote: double the quotes inside the cell, as in {text}";
export const workbookOld = "{field} is an old .xls file or has a password: save it as .xlsx without a password";
export const listKind = "{field} must be a table or a list: a CSV file, a text file or an .xlsx file";
export const workbookTooLarge = "{field} must be at most {max} MB: split it, or save it as CSV";
export const workbookKind = "{field} must be an .xlsx workbook: save it as .xlsx or CSV";
export const cellTooLong = "{field} must have at most {max} characters in each cell: shorten the text";
export const workbookCharacters = "{field} must have at most {max} characters: split it, or save it as CSV";
export const cellNarrow =
  "{field} contains only # signs, as in a spreadsheet with a narrow column: widen the column, and save the list again";
export const cellShortened =
  "{field} is a number that a spreadsheet program shortened: format the column as text, enter the number again, and save the list again";
export const workbookUnpacked = "{field} unpacks to more than {max} MB: split it, or save it as CSV";
export const workbookEmpty = "{field} has no sheet with cells: choose a workbook that has one";
export const workbookUnreadable =
  "{field} could not be read: open it in a spreadsheet program and save it again, or save it as CSV";
export const workbookFailed = "{field} could not be read: save it as CSV";
export const workbookDamaged = "{field} is damaged: open it in a spreadsheet program and save it again";
export const workbookEncrypted = "{field} is encrypted: save it without a password";
export const workbookSize =
  "{field} must have at most {max} rows, {columns} columns and {cells} cells: remove empty rows and columns, or save it as CSV";
export const cellFormula =
  "{field} contains a formula without a result: open the file in a spreadsheet program and save it again";
export const cellFormulaError = "{field} contains a formula error: correct the formula";
export const cellMerged = "{field} is merged with another cell: unmerge the cells, and fill in each row";
export const cellRounded =
  "{field} is a number with more than 15 digits, which spreadsheet programs round: format the column as text, then enter it again";
export const workbookParts = "{field} must have at most {max} parts: save it as CSV";
