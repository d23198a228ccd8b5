;; Adds some rows of a table of 8-bit numbers to `out`, each row times its own scale, eight numbers at a time (SIMD).
;;
;; All parameters are byte addresses, except `width`, the numbers in a row: a multiple of eight. Ids are 32-bit row numbers,
;; scales and `out` are 32-bit floats.
(module
  (memory (export "memory") 0)
  (func (export "sum")
    (param $ids i32) (param $idsEnd i32) (param $rows i32) (param $scales i32) (param $out i32) (param $outEnd i32)
    (param $width i32)
    (local $row i32) (local $target i32)
    (local $scale v128) (local $eight v128)
    (loop $eachId
      (local.set $row
        (i32.add (local.get $rows) (i32.mul (i32.load (local.get $ids)) (local.get $width))))
      (local.set $scale
        (v128.load32_splat (i32.add (local.get $scales) (i32.mul (i32.load (local.get $ids)) (i32.const 4)))))
      (local.set $target (local.get $out))
      (loop $alongRow
        (local.set $eight (v128.load8x8_s align=1 (local.get $row)))
        (v128.store align=4 (local.get $target)
          (f32x4.add
            (v128.load align=4 (local.get $target))
            (f32x4.mul (local.get $scale) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $eight))))))
        (v128.store offset=16 align=4 (local.get $target)
          (f32x4.add
            (v128.load offset=16 align=4 (local.get $target))
            (f32x4.mul (local.get $scale) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $eight))))))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (local.set $target (i32.add (local.get $target) (i32.const 32)))
        (br_if $alongRow (i32.lt_u (local.get $target) (local.get $outEnd))))
      (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
      (br_if $eachId (i32.lt_u (local.get $ids) (local.get $idsEnd))))))
