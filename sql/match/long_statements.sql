-- title: what follows are statements over many rows
reset threads
;

reset disabled_optimizers
;
